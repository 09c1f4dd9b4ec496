// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The configuration of a server: addresses, limits and timeouts.
public struct HTTPServerConfiguration: Hashable, Sendable {
    /// The limits on the sizes, rates and number of clients' connections.
    public struct Limits: Hashable, Sendable {
        /// The greatest size of a request's head in bytes: request line, fields and their line
        /// ends.
        public var headBytes = 32 * 1024
        /// The greatest number of fields in a request's head, and in its trailer section.
        public var fieldCount = 100
        /// The greatest size of a request target in bytes.
        public var targetBytes = 8 * 1024
        /// The greatest number of connections that are served at the same time.
        ///
        /// Where more come, idle ones give way, the longest idle first. Without any, further ones are
        /// answered with 503 and closed, except requests for ``probePaths``.
        public var connections = 2_048
        /// The paths of health probes, which are answered even on connections beyond
        /// ``connections``.
        public var probePaths: Set<String> = []
        /// The number of unsent response bytes above which the body source of a connection is not
        /// read.
        ///
        /// One result of ``BodySource/read(whenReady:)`` may exceed it.
        public var outputBytes = 192 * 1024
        /// The least rate at which a client must read a response, or send the rest of a refused
        /// request, in bytes per second, 1 to 10⁹.
        ///
        /// A reader more than ``Timeouts/writeLag`` behind is cut. So a response of *n* bytes is
        /// held for at most the lag, plus *n* divided by this rate, plus the time that its source
        /// takes. A sender more than ``Timeouts/linger`` behind is cut as well.
        public var leastRate = 16 * 1024

        /// Creates the default limits.
        public init() {}

        /// Whether a request is a health probe, which is answered even on connections beyond the
        /// limit.
        func isProbe(_ request: HTTPRequest) -> Bool {
            guard !probePaths.isEmpty, let target = request.path else { return false }
            return probePaths.contains(String(target.prefix { $0 != "?" }))
        }
    }

    /// The timeouts of a server; none of them can be switched off.
    public struct Timeouts: Hashable, Sendable {
        /// The longest time from the first byte of a request, or from the accept, to the end of the
        /// head.
        public var head: Duration = .seconds(5)
        /// The longest time between two reads of a request's body.
        public var bodyIdle: Duration = .seconds(10)
        /// The longest time for the whole body of a request.
        public var body: Duration = .seconds(30)
        /// The longest time without progress while response bytes wait to be written.
        public var writeIdle: Duration = .seconds(10)
        /// The time by which a client that reads a response may fall behind ``Limits/leastRate``.
        ///
        /// The clock stops while the source has no data to write.
        public var writeLag: Duration = .seconds(30)
        /// The longest time between two requests on a connection.
        public var keepAlive: Duration = .seconds(75)
        /// The longest time for the handler to respond, and for a body source to deliver more
        /// bytes.
        public var response: Duration = .seconds(60)
        /// The longest time for a client to close a connection after the server has closed its
        /// sending side.
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
    /// The proxies whose header fields about the client of a request are used.
    public var trustedProxies = TrustedProxies()
    /// The limits on the data and connections of clients.
    public var limits = Limits()
    /// The timeouts for requests, responses and idle connections.
    public var timeouts = Timeouts()
    /// The number of event loops; nil for one per CPU.
    public var eventLoops: Int?
    /// The permission bits of the files of unix sockets.
    public var unixSocketMode: UInt32 = 0o660
    /// The length of the kernel's queue of connections that are not accepted yet.
    public var backlog: Int32 = 1_024

    /// Creates a configuration with default limits and timeouts.
    ///
    /// - Parameter addresses: The addresses to listen on.
    public init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}

extension HTTPServerConfiguration {
    /// All addresses to listen on; those for the PROXY protocol come last.
    var allAddresses: [ListenAddress] { addresses + proxyAddresses }
}
