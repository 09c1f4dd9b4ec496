// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// Accepts connections on a listening socket, and passes them on.
final class Listener {
    /// The greatest number of connections accepted in a row, before other work of the dispatch
    /// queue.
    private static let maximumBurst = 64
    /// The pause in accepting after descriptors or memory have run out, or while too many
    /// connections are open.
    private static let backoff = DispatchTimeInterval.milliseconds(50)

    /// The address that is listened on; a port of 0 is replaced by the one that the system chose.
    let address: ListenAddress

    private let socket: Int32
    private let queue: DispatchQueue
    private let source: any DispatchSourceRead
    private let isStopped = Mutex(false)
    private let mayAccept: @Sendable () -> Bool
    private let take: @Sendable (Int32, SocketAddress) -> Bool

    /// Starts to accept connections on a socket, which the listener owns from now on.
    ///
    /// - Parameters:
    ///   - opened: The socket and its address.
    ///   - mayAccept: Whether one more connection can be taken now.
    ///   - take: Takes over a connection; returns false to leave further ones waiting for a while.
    init(
        _ opened: OpenSocket,
        mayAccept: @escaping @Sendable () -> Bool,
        take: @escaping @Sendable (Int32, SocketAddress) -> Bool
    ) {
        address = opened.address
        socket = opened.socket
        self.mayAccept = mayAccept
        self.take = take
        queue = DispatchQueue(label: "frostpane.http.accept", target: .global(qos: .userInitiated))
        source = DispatchSource.makeReadSource(fileDescriptor: opened.socket, queue: queue)
        source.setEventHandler { [weak self] in self?.accept() }
        source.activate()
    }

    /// Stops accepting and closes the socket; then calls the completion.
    func stop(completion: @escaping @Sendable () -> Void) {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return completion() }
        let opened = OpenSocket(socket: socket, address: address)
        // The descriptor may be closed only after the source has been cancelled.
        source.setCancelHandler {
            opened.close()
            completion()
        }
        source.cancel()
    }

    private func accept() {
        for _ in 0..<Self.maximumBurst {
            guard mayAccept() else { return backOff() }
            switch SocketAddress.accept(socket) {
            case .connection(let descriptor, let peer):
                guard take(descriptor, peer) else { return backOff() }
            case .failed(let error):
                switch error {
                case .noneWaits: return
                case .ofOneConnection: continue
                case .ofSystem: return backOff()
                }
            }
        }
    }

    /// Stops accepting for a while; waiting connections stay in the kernel's queue.
    private func backOff() {
        source.suspend()
        queue.asyncAfter(deadline: .now() + Self.backoff) { [self] in source.resume() }
    }
}

// SAFETY: a source may be suspended, resumed and cancelled from any thread, and no other state
// changes outside of the mutex.
extension Listener: @unchecked Sendable {}
