// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
import Synchronization

/// The object that executes the commands of an exchange: its connection.
package protocol ExchangeDriver: AnyObject, Sendable {
    /// Called from any thread, without a lock held, when commands are waiting.
    func processCommands(of exchange: HTTPExchange)

    /// The executor of the handler's task.
    var executor: any TaskExecutor { get }
}

/// A request and its response, as the handler sees them.
///
/// Every method may be called from any thread. Calls after the end of the exchange are ignored.
public final class HTTPExchange: Sendable {
    /// The number of the exchange, unique within the process.
    public let id: UInt64

    /// The address of the client: `127.0.0.1:50321`, `[::1]:50321`, or `unix`; without a port where a
    /// trusted proxy states it.
    public let peer: String

    /// The client, scheme and host that a trusted proxy states; empty without one.
    public let forwarding: Forwarding

    /// The length of the request body according to the request head.
    public let bodyLength: RequestBodyLength

    private let state = Mutex(State())
    private let driver: any ExchangeDriver

    /// Creates an exchange whose commands a driver executes.
    ///
    /// - Parameters:
    ///   - id: The number of the exchange.
    ///   - peer: The address of the client.
    ///   - bodyLength: The length of the request's body, as far as the head states it.
    ///   - forwarding: The facts that a trusted proxy states.
    ///   - driver: The connection that executes the commands.
    package init(
        id: UInt64,
        peer: String,
        bodyLength: RequestBodyLength,
        forwarding: Forwarding = Forwarding(),
        driver: any ExchangeDriver
    ) {
        self.id = id
        self.peer = peer
        self.bodyLength = bodyLength
        self.forwarding = forwarding
        self.driver = driver
    }

    /// Asks for the request's body; to be called at most once, and before the response.
    ///
    /// Sends `100 Continue` if the client waits for it. The server answers a body above the limit
    /// with 413. A handler that responds without this call refuses the body, and the connection
    /// closes after the response.
    ///
    /// - Parameters:
    ///   - limit: The greatest accepted length in bytes, framing excluded.
    ///   - consumer: The receiver of the body, called on the connection's thread.
    public func receiveBody(limit: Int, into consumer: any BodyConsumer) {
        precondition(limit >= 0, "a negative limit")
        post(.receiveBody(limit: limit, consumer: consumer))
    }

    /// Responds to the request; only the first call has an effect.
    ///
    /// The server writes `Date`, `Connection`, `Content-Length` and `Transfer-Encoding` itself, and
    /// drops the last two from the response, except that a response to HEAD without a body may
    /// state its `Content-Length`. `Connection: close` in the response closes the connection after
    /// it. Bodies of responses to HEAD, and of 204 and 304, are not sent.
    ///
    /// - Parameters:
    ///   - response: The head, with a final status, 200...599.
    ///   - body: The body.
    public func respond(_ response: HTTPResponse, body: ResponseBody) {
        precondition((200...599).contains(response.status.code), "not a final status")
        post(.respond(response, body))
    }

    /// Responds to the request as ``respond(_:body:)`` does, with a head that is already encoded.
    ///
    /// - Parameters:
    ///   - response: The head.
    ///   - fields: Additional fields of this answer.
    ///   - body: The body, whose length is known.
    public func respond(
        _ response: PreparedResponse,
        adding fields: [PreparedResponse.Field],
        body: ResponseBody
    ) {
        precondition(body.knownLength != nil, "a prepared head with a body of unknown length")
        post(.respondPrepared(response, adding: fields, body))
    }

    /// Sets a callback for the case that the client leaves before it was sent the whole response.
    ///
    /// The client leaves by closing or resetting the connection, or is cut off because it is too
    /// slow.
    ///
    /// The callback may run on any thread, at once if the client has already left, and never after
    /// the whole response was sent.
    public func onClientGone(_ action: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone, !state.isOver { state.goneActions.append(action) }
            return state.isGone
        }
        if isGone { action() }
    }

    /// The annotations that were set for the log.
    public var annotations: ExchangeAnnotations {
        state.withLock { $0.annotations }
    }

    /// Sets an annotation for the log, replacing an earlier one of the same key.
    public func annotate(_ key: String, _ value: String) {
        state.withLock { $0.annotations.note(key, value) }
    }

    /// The object that the handler has attached; nil if there is none.
    public var attachment: (any AnyObject & Sendable)? {
        state.withLock { $0.attachment }
    }

    /// Attaches an object, which the handler finds again in the ``ExchangeRecord``.
    public func attach(_ object: any AnyObject & Sendable) {
        state.withLock { $0.attachment = object }
    }
}

extension HTTPExchange {
    /// A command from the handler to the connection of an exchange.
    package enum Command: Sendable {
        /// Read the request's body, up to a number of bytes, and pass it to a consumer.
        case receiveBody(limit: Int, consumer: any BodyConsumer)
        /// Send the response.
        case respond(HTTPResponse, ResponseBody)
        /// Send the response, whose head is already encoded.
        case respondPrepared(PreparedResponse, adding: [PreparedResponse.Field], ResponseBody)
        /// Read from the source of the response body, which has bytes again.
        case sourceIsReady
    }

    private typealias Action = @Sendable () -> Void

    private struct State {
        /// The first queued command, stored apart from later ones, which are rare.
        var command: Command?
        var laterCommands: [Command] = []
        var isProcessing = false
        var isGone = false
        var isOver = false
        var annotations = ExchangeAnnotations()
        var attachment: (any AnyObject & Sendable)?
        var goneActions: [Action] = []
        /// The task of the handler, until the end of the exchange.
        var task: Task<Void, Never>?
    }

    /// Queues a command, and wakes the connection unless it is already executing commands.
    package func post(_ command: consuming Command) {
        var rest = Optional(command)
        let needsWake = state.withLock { state in
            guard !state.isOver, let command = rest.take() else { return false }
            if state.command == nil {
                state.command = command
            } else {
                state.laterCommands.append(command)
            }
            defer { state.isProcessing = true }
            return !state.isProcessing
        }
        rest?.refuse()
        if needsWake { driver.processCommands(of: self) }
    }

    /// Notes that the connection will take commands soon, so that a new one need not wake it.
    package func beginProcessing() {
        state.withLock { $0.isProcessing = true }
    }

    /// Takes the next command; if there is none, the next one will wake the connection.
    package func takeCommand() -> Command? {
        state.withLock { state in
            guard let command = state.command.take() else {
                state.isProcessing = false
                return nil
            }
            if !state.laterCommands.isEmpty { state.command = state.laterCommands.removeFirst() }
            return command
        }
    }

    /// Ends the exchange; if the client has left before the end, cancels the task of the handler, and
    /// calls the callbacks set for that case.
    package func end(clientIsGone: Bool) {
        let (command, later, actions, task) = state.withLock { state in
            guard !state.isOver else {
                return (Command?.none, [Command](), [Action](), Task<Void, Never>?.none)
            }
            state.isOver = true
            state.isGone = clientIsGone
            defer {
                state.laterCommands = []
                state.goneActions = []
            }
            return (state.command.take(), state.laterCommands, state.goneActions, state.task.take())
        }
        command?.refuse()
        for command in later { command.refuse() }
        guard clientIsGone else { return }
        for action in actions { action() }
        task?.cancel()
    }

    /// Calls a handler, and starts a task for what it cannot do immediately; both on the calling thread.
    ///
    /// The task is cancelled if the client leaves before it was sent the whole response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - handler: The handler.
    package func start(_ request: HTTPRequest, by handler: any HTTPHandler) {
        guard let rest = handler.begin(request, on: self) else { return }
        let task = Task.immediateDetached(executorPreference: executor) { await rest() }
        let isGone = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.isGone
        }
        if isGone { task.cancel() }
    }

    /// The event loop of the connection, on which the task of the handler continues after each wait.
    public var executor: any TaskExecutor { driver.executor }

    /// Cancels the task of the handler, because its response would be ignored.
    package func cancelTask() {
        let task = state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
    }
}

extension HTTPExchange.Command {
    /// Tells the consumer or the source in a command that it will not be used.
    package func refuse() {
        switch self {
        case .receiveBody(_, let consumer): consumer.abandon(nil)
        case .respond(_, .stream(let source, _)), .respondPrepared(_, _, .stream(let source, _)):
            source.cancel()
        case .respond, .respondPrepared, .sourceIsReady: break
        }
    }
}

/// The length of a request body, as far as the request's head states it.
public enum RequestBodyLength: Hashable, Sendable {
    /// The request has no body.
    case none

    /// The body has as many bytes as `Content-Length` states, possibly zero.
    case known(Int)

    /// The body is chunked, and its length is unknown until its end.
    case chunked
}
