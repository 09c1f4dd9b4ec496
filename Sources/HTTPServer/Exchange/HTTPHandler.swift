// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The handler of a server's requests, implemented by the application.
///
/// All methods are called on the thread of the connection's event loop, which serves other
/// connections, too. So none of them may block, sleep, or compute for long: a handler awaits what
/// takes longer, on another executor, and continues on the event loop. A handler is a class, so that
/// a call for each request copies a reference and never a large value.
public protocol HTTPHandler: AnyObject, Sendable {
    /// Responds to a request immediately, or returns what remains to be done in a task.
    ///
    /// A task takes about a twentieth of the time of a cached response, so a handler that has the
    /// response at hand sends it here. Unless implemented, the whole of ``handle(_:on:)`` remains.
    ///
    /// - Parameters:
    ///   - request: As for ``handle(_:on:)``.
    ///   - exchange: As for ``handle(_:on:)``.
    /// - Returns: The rest of the work, which responds; nil if the handler has responded.
    func begin(
        _ request: HTTPRequest,
        on exchange: HTTPExchange
    ) -> (@Sendable () async -> Void)?

    /// Responds to a request whose head has arrived.
    ///
    /// Each call runs in a task of its own. The task begins in the turn of the event loop that has
    /// read the head, so a handler that responds without a wait does so immediately. The task is
    /// cancelled if the client leaves, and if the server finds a fault in the rest of the request.
    ///
    /// The handler calls ``HTTPExchange/receiveBody(limit:into:)`` if it wants the body, and
    /// ``HTTPExchange/respond(_:body:)`` exactly once, before its return or later, from any thread.
    ///
    /// - Parameters:
    ///   - request: The method, the target in `path`, the host in `authority` (never repeated as a
    ///     `Host` field) and all other fields in the order of arrival.
    ///   - exchange: The exchange, to read the body, to respond, and to learn that the client has
    ///     left.
    func handle(_ request: HTTPRequest, on exchange: HTTPExchange) async

    /// Creates the response to a request that the server refuses because of a fault.
    ///
    /// The server adds the framing fields and `Connection: close`.
    ///
    /// - Parameters:
    ///   - fault: The broken rule; ``HTTPFault/status`` is its status.
    ///   - exchange: The exchange, which accepts annotations but no other response. If
    ///     ``handle(_:on:)`` has not seen it, the request had no readable head.
    /// - Returns: The head and the whole body of the response.
    func response(to fault: HTTPFault, on exchange: HTTPExchange) -> (HTTPResponse, [UInt8])

    /// Called at the end of each exchange, including those that the server refused.
    ///
    /// If the client leaves before its fault was represented, the record has no annotations.
    func exchangeDidEnd(_ record: ExchangeRecord)
}

extension HTTPHandler {
    /// Leaves the whole request to a task.
    public func begin(
        _ request: HTTPRequest,
        on exchange: HTTPExchange
    ) -> (@Sendable () async -> Void)? {
        { await self.handle(request, on: exchange) }
    }
}
