// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// What happened in one exchange, for the log and the metrics.
public struct ExchangeRecord: Sendable {
    /// How an exchange ended.
    public enum Outcome: Hashable, Sendable {
        /// The whole response was handed to the operating system.
        case completed
        /// The client closed or reset the connection before it had the whole response.
        case clientLeft
        /// The client did not take the response in time, or the server was told to stop waiting.
        case timedOut
        /// The response began but its body could not be completed.
        case failedMidway
        /// The server refused the request by itself.
        case fault(HTTPFault)
    }

    /// The number of the exchange, unique within the process.
    public let id: UInt64
    /// The address of the client.
    public let peer: String
    /// The head of the request; nil when none could be read.
    public var request: HTTPRequest? { head?.request }
    /// The status that was sent; nil when no response was begun.
    public let status: HTTPResponse.Status?
    /// The bytes of the request's head and body that were read, framing included.
    public let bytesReceived: Int
    /// The bytes of the response that were handed to the operating system, head included.
    public let bytesSent: Int
    /// The time from the first byte of the request to the end.
    public var duration: Duration { .nanoseconds(interval.nanoseconds) }
    /// How the exchange ended.
    public let outcome: Outcome
    /// What the handler noted with ``HTTPExchange/annotate(_:_:)``.
    public let annotations: ExchangeAnnotations
    /// What ``request`` is part of.
    let head: RequestHead?
    /// What ``duration`` is made of.
    let interval: Interval
}
