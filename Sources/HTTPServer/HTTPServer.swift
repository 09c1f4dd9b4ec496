// SPDX-License-Identifier: Apache-2.0

/// An HTTP/1.1 server on TCP and unix sockets.
///
/// A few event loops, each a serial dispatch queue, own the connections; handlers are called on
/// them and answer from any thread.
public final class HTTPServer: Sendable {
    private let configuration: HTTPServerConfiguration
    private let handler: any HTTPHandler

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen, limits and timeouts.
    ///   - handler: What answers the requests.
    public init(configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.configuration = configuration
        self.handler = handler
    }

    /// Opens all addresses and begins to accept; to be called once.
    ///
    /// - Returns: The addresses in the configured order, with the ports that the system chose.
    /// - Throws: ``ListenError`` for the first address that cannot be opened; none stays open.
    public func start() throws(ListenError) -> [ListenAddress] {
        throw .noAddress
    }

    /// Stops accepting, closes idle connections, and lets running exchanges finish.
    ///
    /// - Parameters:
    ///   - timeout: After this the connections that are left are cut.
    ///   - completion: Called once, on any thread, with the number of connections that were cut,
    ///     when none is left.
    public func drain(timeout: Duration, completion: @escaping @Sendable (_ cut: Int) -> Void) {
        completion(0)
    }

    /// Stops accepting and cuts every connection; returns when the ports are closed.
    public func stop() {}

    /// What the server has counted.
    public var statistics: ServerStatistics {
        ServerStatistics()
    }
}
