// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The configuration of a server: addresses, limits and timeouts.
public struct HTTPServerConfiguration: Hashable, Sendable {
    /// The limits on the data and connections of clients.
    public struct Limits: Hashable, Sendable {
        /// The greatest size of a head in bytes: request line, fields and their line ends.
        public var headBytes = 32 * 1024
        /// The greatest number of fields in a head, and in a trailer section.
        public var fieldCount = 100
        /// The greatest size of a request target in bytes.
        public var targetBytes = 8 * 1024
        /// The greatest number of connections.
        ///
        /// Where more come, idle ones give way, the longest idle first. Without any, further ones are
        /// answered with 503 and closed, except requests for ``probePaths``.
        public var connections = 2_048
        /// The paths that are answered on connections beyond ``connections`` as well.
        public var probePaths: Set<String> = []
        /// The size in bytes of unsent response data above which a connection stops pulling from
        /// the source.
        ///
        /// One result of ``BodySource/read(whenReady:)`` may exceed it.
        public var outputBytes = 192 * 1024
        /// The least rate at which a client must read a pending response, or send the rest of a refused
        /// request, in bytes per second, 1 to 10⁹.
        ///
        /// A reader more than ``Timeouts/writeLag`` behind is cut. So a response of *n* bytes is
        /// held for at most the lag, plus *n* divided by this rate, plus the time that its source
        /// takes. A sender more than ``Timeouts/linger`` behind is cut as well.
        public var leastRate = 16 * 1024

        /// Creates the default limits.
        public init() {}

        /// Whether a request is a probe, which needs no room among the connections.
        func isProbe(_ request: HTTPRequest) -> Bool {
            guard !probePaths.isEmpty, let target = request.path else { return false }
            return probePaths.contains(String(target.prefix { $0 != "?" }))
        }
    }

    /// The timeouts of a server; none of them can be switched off.
    public struct Timeouts: Hashable, Sendable {
        /// The time from the first byte of a request, or from the accept, to the end of the head.
        public var head: Duration = .seconds(5)
        /// The time between two reads of a body.
        public var bodyIdle: Duration = .seconds(10)
        /// The time for a whole body.
        public var body: Duration = .seconds(30)
        /// The time without progress while there is data to write.
        public var writeIdle: Duration = .seconds(10)
        /// The delay by which a client may fall behind ``Limits/leastRate``.
        ///
        /// The clock stops while the source has no data to write.
        public var writeLag: Duration = .seconds(30)
        /// The time between two requests on a connection.
        public var keepAlive: Duration = .seconds(75)
        /// The time for the handler to answer, and for a source to deliver more data.
        public var response: Duration = .seconds(60)
        /// The time for a client to close a connection after the server has closed its side.
        ///
        /// A client that still sends a refused request gets more time, up to ``body``, but only while it
        /// keeps to ``Limits/leastRate``.
        public var linger: Duration = .seconds(2)

        /// Creates the default timeouts.
        public init() {}
    }

    /// The addresses to listen on; for a TCP port of 0 the system chooses a port.
    public var addresses: [ListenAddress]
    /// The addresses to listen on for connections that begin with a header of the PROXY protocol.
    ///
    /// Whoever can connect there can claim any address.
    public var proxyAddresses: [ListenAddress] = []
    /// The proxies whose fields about the client of a request are believed.
    public var trustedProxies = TrustedProxies()
    /// The limits on the data and connections of clients.
    public var limits = Limits()
    /// The timeouts.
    public var timeouts = Timeouts()
    /// The number of event loops; nil for one per CPU.
    public var eventLoops: Int?
    /// The permission bits of unix sockets.
    public var unixSocketMode: UInt32 = 0o660
    /// The length of the kernel's queue of connections that the server has not accepted yet.
    public var backlog: Int32 = 1_024

    /// Creates a configuration with default limits and timeouts.
    ///
    /// - Parameter addresses: The addresses to listen on.
    public init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}

extension HTTPServerConfiguration {
    /// The addresses to listen on, those for the PROXY protocol last.
    var allAddresses: [ListenAddress] { addresses + proxyAddresses }
}
