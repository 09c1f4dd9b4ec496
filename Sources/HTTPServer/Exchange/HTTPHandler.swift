// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The delegate of a server, which answers its requests.
///
/// All three methods are called on the thread of the connection's event loop, which serves other
/// connections, too. So none of them may block, sleep, or compute for long. A handler is a class,
/// so that a call for each request copies a reference and never a large value.
public protocol HTTPHandler: AnyObject, Sendable {
    /// Starts to answer a request whose head has arrived.
    ///
    /// The handler calls ``HTTPExchange/receiveBody(limit:into:)`` if it wants the body, and
    /// ``HTTPExchange/respond(_:body:)`` exactly once, now or later, from any thread.
    ///
    /// - Parameters:
    ///   - request: The method, the target in `path`, the host in `authority` (never repeated as a
    ///     `Host` field) and all other fields in the order of arrival.
    ///   - exchange: The exchange, to read the body, to respond, and to learn that the client has
    ///     left.
    func handle(_ request: HTTPRequest, on exchange: HTTPExchange)

    /// Makes the response for a fault that the server found by itself.
    ///
    /// The server adds the framing fields and `Connection: close`.
    ///
    /// - Parameters:
    ///   - fault: The broken rule; ``HTTPFault/status`` is its status.
    ///   - exchange: The exchange, which accepts annotations but no other response. If
    ///     ``handle(_:on:)`` has not seen it, the request had no readable head.
    /// - Returns: The head and the whole body of the response.
    func response(to fault: HTTPFault, on exchange: HTTPExchange) -> (HTTPResponse, [UInt8])

    /// Called at the end of each exchange, including refused ones.
    ///
    /// If the client leaves before its fault was represented, the record has no annotations.
    func exchangeDidEnd(_ record: ExchangeRecord)
}
