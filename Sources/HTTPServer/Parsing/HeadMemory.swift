// SPDX-License-Identifier: Apache-2.0

/// Heads that came before, found by their bytes: what was made of one, and what its handler noted.
///
/// The parser makes the same of the same bytes, so that a head that is here need not be parsed again.
/// A table with one place for each hash: a newer head takes the place of an older one, which costs
/// nothing to keep in order and nothing to look through.
struct HeadMemory {
    /// What is known about a head; an object, so that to find it counts one reference.
    final class Entry: Sendable {
        /// The bytes of the head, its empty line included.
        let bytes: [UInt8]
        let hash: UInt64
        /// What the parser made of them.
        let head: RequestHead
        /// What the handler noted.
        let note: HTTPExchange.Note

        init(bytes: [UInt8], hash: UInt64, head: RequestHead, note: HTTPExchange.Note) {
            self.bytes = bytes
            self.hash = hash
            self.head = head
            self.note = note
        }
    }

    /// The bytes of the longest head that is kept.
    static let maximumLength = 2_048

    /// The heads that are kept at most, a power of two.
    static let capacity = 128

    private var slots: [Entry?] = []

    /// Finds the head that the input begins with at a position.
    func find(_ input: Span<UInt8>, at start: Int) -> Entry? {
        guard !slots.isEmpty, let length = Self.length(input, from: start) else { return nil }
        let hash = Self.hash(input, start, length)
        guard let entry = slots[Self.slot(hash)], entry.hash == hash,
            Self.isSame(entry.bytes, input, start, length)
        else { return nil }
        return entry
    }

    /// Keeps a head, unless it is too long or its bytes are not in the input as a whole.
    ///
    /// - Parameters:
    ///   - head: What the parser made of the bytes.
    ///   - note: What the handler noted.
    ///   - input: Where the bytes are.
    ///   - range: What the parser took for the head; empty lines may precede it.
    mutating func keep(
        _ head: RequestHead,
        _ note: HTTPExchange.Note,
        _ input: Span<UInt8>,
        _ range: Range<Int>
    ) {
        guard Self.length(input, from: range.lowerBound) == range.count else { return }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.capacity) }
        let hash = Self.hash(input, range.lowerBound, range.count)
        slots[Self.slot(hash)] = Entry(
            bytes: input.octets(range),
            hash: hash,
            head: head,
            note: note
        )
    }

    /// The place of a head with a hash.
    static func slot(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (capacity - 1)
    }
}
