// SPDX-License-Identifier: Apache-2.0

/// What was noted of an exchange for the log, in the order of the first notes.
///
/// There are few, for which a list is smaller and faster than a table.
public struct ExchangeAnnotations: Hashable, Sendable {
    /// One note.
    public struct Entry: Hashable, Sendable {
        /// What the value is called.
        public let key: String
        /// The value.
        public fileprivate(set) var value: String
    }

    private var entries: [Entry] = []

    /// The value under a key; nil for none.
    public subscript(key: String) -> String? {
        entries.first { $0.key == key }?.value
    }

    /// Notes a value, where it replaces an earlier one of the same key.
    mutating func note(_ key: String, _ value: String) {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = value
        } else {
            if entries.isEmpty { entries.reserveCapacity(4) }
            entries.append(Entry(key: key, value: value))
        }
    }
}

extension ExchangeAnnotations: Sequence {
    /// Gives one note after the other.
    public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

extension ExchangeAnnotations: ExpressibleByDictionaryLiteral {
    /// Notes the values in their order.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (key, value) in elements { note(key, value) }
    }
}
