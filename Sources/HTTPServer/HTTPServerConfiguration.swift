// SPDX-License-Identifier: Apache-2.0

/// Everything that a server can be told.
public struct HTTPServerConfiguration: Hashable, Sendable {
    /// How much a client may send or hold.
    public struct Limits: Hashable, Sendable {
        /// Bytes of a head: request line, fields and their line ends.
        public var headBytes = 32 * 1024
        /// Fields of a head, and fields of a trailer section.
        public var fieldCount = 100
        /// Bytes of a target.
        public var targetBytes = 8 * 1024
        /// Connections at a time; further ones are answered with 503 and closed.
        public var connections = 2_048
        /// Bytes of a streamed response that a connection holds before it stops pulling.
        ///
        /// What one ``BodySource/read(whenReady:)`` gives may come on top of it.
        public var outputBytes = 192 * 1024
        /// Bytes per second that a client takes of a response while any wait for it, 1 to 10⁹.
        ///
        /// One that falls behind by more than ``Timeouts/writeLag`` is cut, so that a response of *n*
        /// bytes is held for no longer than the lag and *n* divided by this rate, beside the time
        /// that its source takes.
        public var leastWriteRate = 16 * 1024

        /// Creates the default limits.
        public init() {}
    }

    /// How long the server waits for what; none of them can be switched off.
    public struct Timeouts: Hashable, Sendable {
        /// From the first byte of a request, or from the accept, to the end of the head.
        public var head: Duration = .seconds(5)
        /// Between two reads of a body.
        public var bodyIdle: Duration = .seconds(10)
        /// For a whole body.
        public var body: Duration = .seconds(30)
        /// Without progress while there is something to write.
        public var writeIdle: Duration = .seconds(10)
        /// How far a client may fall behind ``Limits/leastWriteRate``.
        ///
        /// The clock stands still while there is nothing to write because the source has nothing.
        public var writeLag: Duration = .seconds(30)
        /// Between two requests on a connection.
        public var keepAlive: Duration = .seconds(75)
        /// For the handler to answer, and for a source to give more.
        public var response: Duration = .seconds(60)
        /// For a client to close after a connection was closed from this side.
        public var linger: Duration = .seconds(2)

        /// Creates the default timeouts.
        public init() {}
    }

    /// Where to listen; a TCP port of 0 lets the system choose.
    public var addresses: [ListenAddress]
    /// How much a client may send or hold.
    public var limits = Limits()
    /// How long the server waits for what.
    public var timeouts = Timeouts()
    /// The number of event loops; nil for one per processor core.
    public var eventLoops: Int?
    /// The permission bits of unix sockets.
    public var unixSocketMode: UInt32 = 0o660
    /// The length of the queue of connections that the system has accepted and the server has not.
    public var backlog: Int32 = 1_024

    /// Creates a configuration with default limits and timeouts.
    ///
    /// - Parameter addresses: Where to listen.
    public init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}
