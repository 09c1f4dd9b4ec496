// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// A summary of one exchange, for the log and the metrics.
public struct ExchangeRecord: Sendable {
    /// The way in which an exchange ended.
    public enum Outcome: Hashable, Sendable {
        /// The whole response was handed to the operating system.
        case completed
        /// The client closed or reset the connection before it had the whole response.
        case clientLeft
        /// The client was too slow to take the response, or the server was stopped.
        case timedOut
        /// The response had begun, but its body could not be completed.
        case failedMidway
        /// The server refused the request because of this fault.
        case fault(HTTPFault)
    }

    /// The number of the exchange, unique within the process.
    public let id: UInt64
    /// The address of the client, in the form of ``HTTPExchange/peer``.
    public let peer: String
    /// The head of the request; nil if none could be parsed.
    public var request: HTTPRequest? { head?.request }
    /// The HTTP status of the response; nil if no response had begun.
    public let status: HTTPResponse.Status?
    /// The number of bytes of the request that were read: head, body and framing.
    public let bytesReceived: Int
    /// The number of bytes of the response, including its head, that were handed to the operating
    /// system.
    public let bytesSent: Int
    /// The time from the first byte of the request to the end of the exchange.
    public var duration: Duration { .nanoseconds(interval.nanoseconds) }
    /// The part of ``duration`` after the response began; zero if it did not.
    public var sending: Duration { .nanoseconds(sendingInterval.nanoseconds) }
    /// The way in which the exchange ended.
    public let outcome: Outcome
    /// The values that the handler passed to ``HTTPExchange/annotate(_:_:)``.
    public let annotations: ExchangeAnnotations
    /// The object that the handler passed to ``HTTPExchange/attach(_:)``.
    public internal(set) var attachment: (any AnyObject & Sendable)?
    /// The parsed head of the request, which contains ``request``.
    let head: RequestHead?
    /// The time from the first byte of the request to the end of the exchange, in nanoseconds.
    let interval: Interval
    /// The time from the start of the response to the end of the exchange, in nanoseconds; 0 if no
    /// response began.
    var sendingInterval = Interval(nanoseconds: 0)
}

/// The annotations of an exchange for the log, in the order in which their keys were first set.
///
/// There are only a few, for which a list is smaller and faster than a hash table.
public struct ExchangeAnnotations: Hashable, Sendable {
    /// One annotation of an exchange: a key and a value.
    public struct Entry: Hashable, Sendable {
        /// The key, by which a later value replaces an earlier one.
        public let key: String
        /// The text that was set for the key.
        public fileprivate(set) var value: String
    }

    private var entries: [Entry] = []

    /// Finds the value for a key; nil if it is not set.
    public subscript(key: String) -> String? {
        entries.first { $0.key == key }?.value
    }

    /// Sets a value, replacing an earlier one of the same key.
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
    /// Iterates over the annotations in the order in which their keys were first set.
    public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }
}

extension ExchangeAnnotations: ExpressibleByDictionaryLiteral {
    /// Creates annotations from pairs of keys and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (key, value) in elements { note(key, value) }
    }
}
