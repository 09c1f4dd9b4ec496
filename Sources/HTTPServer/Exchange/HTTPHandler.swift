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
    ///   - exchange: The means to read the body, to answer, and to hear that the client has gone.
    func handle(_ request: HTTPRequest, on exchange: HTTPExchange)

    /// Makes the response for a fault that the server found by itself.
    ///
    /// The server adds the framing fields and `Connection: close`.
    ///
    /// - Parameters:
    ///   - fault: The broken rule; ``HTTPFault/status`` is the status that fits it.
    ///   - exchange: What was annotated, and can be: the record of the exchange follows. One that
    ///     ``handle(_:on:)`` has not seen stands for a request without a readable head. It takes no
    ///     other answer.
    /// - Returns: The head and the whole body of the answer.
    func response(to fault: HTTPFault, on exchange: HTTPExchange) -> (HTTPResponse, [UInt8])

    /// Called at the end of each exchange, including refused ones.
    ///
    /// If the client leaves before its fault was represented, the record has no annotations.
    func exchangeDidEnd(_ record: ExchangeRecord)
}
