// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
import Synchronization

/// What carries out the commands of an exchange.
package protocol ExchangeDriver: AnyObject, Sendable {
    /// Hears, from any thread and without a lock held, that commands wait.
    func processCommands(of exchange: HTTPExchange)
}

/// One request and its response, as its handler sees them.
///
/// Every method may be called from any thread. What comes after the end of the exchange is ignored.
public final class HTTPExchange: Sendable {
    /// The number of the exchange, unique within the process.
    public let id: UInt64

    /// The address of the client: `127.0.0.1:50321`, `[::1]:50321`, or `unix`.
    public let peer: String

    /// How the length of the request's body is stated.
    public let bodyLength: RequestBodyLength

    private let state = Mutex(State())
    private let driver: any ExchangeDriver

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - id: The number of the exchange.
    ///   - peer: The address of the client.
    ///   - bodyLength: How the length of the request's body is stated.
    ///   - driver: The connection that carries out the commands.
    package init(
        id: UInt64,
        peer: String,
        bodyLength: RequestBodyLength,
        driver: any ExchangeDriver
    ) {
        self.id = id
        self.peer = peer
        self.bodyLength = bodyLength
        self.driver = driver
    }

    /// Asks for the body; to be called at most once, and before the answer.
    ///
    /// Sends `100 Continue` to a client that waits for it. A body that is or grows longer than the
    /// limit is answered with 413 by the server. A handler that answers without this call refuses
    /// the body: the connection closes after the answer if there is one.
    ///
    /// - Parameters:
    ///   - limit: The greatest accepted length in bytes, framing excluded.
    ///   - consumer: What takes in the body, on the thread of the connection.
    public func receiveBody(limit: Int, into consumer: any BodyConsumer) {
        precondition(limit >= 0, "a negative limit")
        post(.receiveBody(limit: limit, consumer: consumer))
    }

    /// Answers the request; only the first call counts.
    ///
    /// The server writes `Date`, `Connection`, `Content-Length` and `Transfer-Encoding` itself
    /// and drops what the response has under the last two names, except that a response to HEAD
    /// without a body may state its `Content-Length`. `Connection: close` in the response closes
    /// the connection after it. Bodies of responses to HEAD and of 204 and 304 are not sent.
    ///
    /// - Parameters:
    ///   - response: The head, with a final status, 200...599.
    ///   - body: The body.
    public func respond(_ response: HTTPResponse, body: ResponseBody) {
        precondition((200...599).contains(response.status.code), "not a final status")
        post(.respond(response, body))
    }

    /// Answers the request as ``respond(_:body:)`` does, with a head that is written down already.
    ///
    /// - Parameters:
    ///   - response: The head.
    ///   - fields: What this answer has in addition.
    ///   - body: The body, whose length is known.
    public func respond(
        _ response: PreparedResponse,
        adding fields: [PreparedResponse.Field],
        body: ResponseBody
    ) {
        precondition(body.knownLength != nil, "a prepared head with a body of unknown length")
        post(.respondPrepared(response, adding: fields, body))
    }

    /// Asks to be called once if the client closes or resets the connection, or is cut for its
    /// slowness, before it was sent the whole response.
    ///
    /// Called on any thread, at once if the client has gone already, never after the response was
    /// sent whole.
    public func onClientGone(_ action: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone, !state.isOver { state.goneActions.append(action) }
            return state.isGone
        }
        if isGone { action() }
    }

    /// What was noted for the log.
    public var annotations: ExchangeAnnotations {
        state.withLock { $0.annotations }
    }

    /// Notes a value for the log, where it replaces an earlier one of the same key.
    public func annotate(_ key: String, _ value: String) {
        state.withLock { $0.annotations.note(key, value) }
    }
}

extension HTTPExchange {
    /// What a handler asked of the connection.
    package enum Command: Sendable {
        /// To read the body.
        case receiveBody(limit: Int, consumer: any BodyConsumer)
        /// To send the response.
        case respond(HTTPResponse, ResponseBody)
        /// To send the response whose head is written down already.
        case respondPrepared(PreparedResponse, adding: [PreparedResponse.Field], ResponseBody)
        /// To ask the source of the response again.
        case sourceIsReady
    }

    private typealias Action = @Sendable () -> Void

    private struct State {
        /// The commands in their order: the first, which is seldom followed by another, in place.
        var command: Command?
        var laterCommands: [Command] = []
        var isProcessing = false
        var isGone = false
        var isOver = false
        var annotations = ExchangeAnnotations()
        var goneActions: [Action] = []
    }

    /// Leaves a command for the connection and wakes it unless it will look anyway.
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

    /// Promises to take the commands soon, so that posting one wakes nobody.
    package func beginProcessing() {
        state.withLock { $0.isProcessing = true }
    }

    /// Takes the next command, and ends the promise when there is none.
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

    /// Ends the exchange; the actions for a client that has gone are called if it has.
    package func end(clientIsGone: Bool) {
        let (command, later, actions) = state.withLock { state in
            guard !state.isOver else { return (Command?.none, [Command](), [Action]()) }
            state.isOver = true
            state.isGone = clientIsGone
            defer {
                state.laterCommands = []
                state.goneActions = []
            }
            let actions = clientIsGone ? state.goneActions : []
            return (state.command.take(), state.laterCommands, actions)
        }
        command?.refuse()
        for command in later { command.refuse() }
        for action in actions { action() }
    }
}

extension HTTPExchange.Command {
    /// Tells what came with a command that it came too late.
    package func refuse() {
        switch self {
        case .receiveBody(_, let consumer): consumer.abandon(nil)
        case .respond(_, .stream(let source, _)), .respondPrepared(_, _, .stream(let source, _)):
            source.cancel()
        case .respond, .respondPrepared, .sourceIsReady: break
        }
    }
}

/// How the length of a request's body is stated.
public enum RequestBodyLength: Hashable, Sendable {
    /// There is no body.
    case none

    /// `Content-Length` says how many bytes follow, possibly zero.
    case known(Int)

    /// The body is chunked; its end is found when it comes.
    case chunked
}
