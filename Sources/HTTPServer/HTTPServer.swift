// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// An HTTP/1.1 server on TCP and unix sockets.
///
/// A few event loops, each with its own thread, own the connections. Handlers are called on those
/// threads and may answer from any thread.
public final class HTTPServer: Sendable {
    /// The number of connections accepted beyond the limit, only to be refused: a fraction of the
    /// limit, and at least a minimum.
    private static let reserve = (divisor: 16, minimum: 16)

    private struct State: Sendable {
        var listeners: [Listener] = []
        var loops: [EventLoop] = []
    }

    private let configuration: HTTPServerConfiguration
    private let context: ServerContext
    private let state = Mutex(State())

    /// Creates a server that is not listening yet.
    ///
    /// - Parameters:
    ///   - configuration: The addresses, limits and timeouts.
    ///   - handler: The handler that answers the requests.
    public init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        context = ServerContext(configuration: configuration, handler: handler)
    }

    deinit {
        stop()
    }

    /// Opens all addresses and starts to accept connections; to be called once.
    ///
    /// Raises the limit of open descriptors as far as the system allows.
    ///
    /// - Returns: The addresses in the configured order, with the ports that the system chose; those for
    ///   the PROXY protocol are last.
    /// - Throws: ``ListenError`` for the first address that cannot be opened; none stays open.
    public func start() throws(ListenError) -> [ListenAddress] {
        guard !configuration.allAddresses.isEmpty else { throw .noAddress }
        let loops = try makeLoops()
        let opened = try open()
        do throws(ListenError) {
            try Self.run(loops)
        } catch {
            for socket in opened { socket.close() }
            throw error
        }
        let distributor = ConnectionDistributor(
            context: context,
            loops: loops,
            reserve: Self.reserve
        )
        let listeners = opened.enumerated().map { index, socket in
            let hasHeaders = index >= configuration.addresses.count
            return Listener(socket, mayAccept: distributor.mayAccept) {
                distributor.take($0, $1, hasProxyHeader: hasHeaders)
            }
        }
        state.withLock { state in
            precondition(state.loops.isEmpty, "a server starts once")
            state = State(listeners: listeners, loops: loops)
        }
        return listeners.map(\.address)
    }

    /// Stops accepting, closes idle connections, and waits until running exchanges finish.
    ///
    /// - Parameters:
    ///   - timeout: The time after which remaining connections are cut.
    ///   - completion: Called once, on any thread, when no connection is left, with the number of
    ///     cut ones.
    public func drain(timeout: Duration, completion: @escaping @Sendable (_ cut: Int) -> Void) {
        let (listeners, loops) = takeAll()
        let cut = CutCount()
        let ports = DispatchGroup()
        for listener in listeners {
            ports.enter()
            listener.stop { ports.leave() }
        }
        let connections = context.connections
        // Connections accepted before the ports closed may still be on their way to a loop.
        ports.notify(queue: .global()) {
            for loop in loops { loop.perform { loop in loop.drain() } }
            connections.notify(queue: .global()) { completion(cut.value) }
        }
        let delay = DispatchTimeInterval.nanoseconds(Int(Interval(timeout).nanoseconds))
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
            for loop in loops {
                loop.perform { loop in
                    // Counts first, because cutting the last connection completes the drain.
                    cut.add(loop.connectionCount)
                    loop.cutAll()
                }
            }
        }
    }

    /// Stops accepting and closes all connections at once; returns when the listening sockets are
    /// closed.
    public func stop() {
        let (listeners, loops) = takeAll()
        let ports = DispatchGroup()
        for listener in listeners {
            ports.enter()
            listener.stop { ports.leave() }
        }
        ports.wait()
        for loop in loops {
            loop.perform { loop in loop.end() }
        }
    }

    /// The counters since the start, and the current load.
    public var statistics: ServerStatistics {
        var statistics = ServerStatistics()
        context.counters.add(to: &statistics)
        for loop in state.withLock({ $0.loops }) { loop.counters.add(to: &statistics) }
        return statistics
    }
}

extension HTTPServer {
    /// Opens sockets for all addresses; if one fails, closes them again.
    private func open() throws(ListenError) -> [OpenSocket] {
        var opened: [OpenSocket] = []
        for address in configuration.allAddresses {
            do throws(ListenError) {
                opened.append(try OpenSocket(address, configuration: configuration))
            } catch {
                for socket in opened { socket.close() }
                throw error
            }
        }
        return opened
    }

    private func makeLoops() throws(ListenError) -> [EventLoop] {
        let count = max(1, configuration.eventLoops ?? Syscall.processorCount())
        var loops: [EventLoop] = []
        for _ in 0..<count {
            do throws(Syscall.Failure) {
                loops.append(try EventLoop(context: context))
            } catch {
                throw .eventLoop(errno: error.code)
            }
        }
        return loops
    }

    /// Starts the threads of all event loops; if one fails, ends them again.
    private static func run(_ loops: [EventLoop]) throws(ListenError) {
        for loop in loops {
            do throws(Syscall.Failure) {
                try loop.start()
            } catch {
                for loop in loops { loop.perform { loop in loop.end() } }
                throw .eventLoop(errno: error.code)
            }
        }
    }

    private func takeAll() -> ([Listener], [EventLoop]) {
        state.withLock { state in
            defer { state.listeners = [] }
            return (state.listeners, state.loops)
        }
    }
}

/// The number of connections that were closed because a drain took too long.
private final class CutCount: Sendable {
    private let count = Atomic(0)

    var value: Int {
        count.load(ordering: .relaxed)
    }

    func add(_ amount: Int) {
        count.increment(by: amount)
    }
}
