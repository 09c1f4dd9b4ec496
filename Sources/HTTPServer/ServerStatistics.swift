// SPDX-License-Identifier: Apache-2.0

/// The counters of a server since it was created, and its current load.
public struct ServerStatistics: Hashable, Sendable {
    /// The number of connections accepted.
    public var connectionsAccepted = 0
    /// The number of connections answered with 503, or closed for lack of a descriptor.
    public var connectionsRefused = 0
    /// The number of idle connections closed to make room for new ones.
    public var connectionsGivenUp = 0
    /// The number of connections open now.
    public var connectionsOpen = 0
    /// The number of requests whose head was read.
    public var requests = 0
    /// The number of exchanges in progress now.
    public var exchangesActive = 0
    /// The number of requests that the server refused by itself.
    public var faults = 0
    /// The number of exchanges whose client left before the whole response was sent.
    public var clientsLeft = 0
    /// The number of connections cut because a client was too slow.
    public var timeouts = 0
    /// The number of bytes read from sockets.
    public var bytesReceived = 0
    /// The number of bytes written to sockets.
    public var bytesSent = 0

    /// Creates statistics in which all counters are zero.
    public init() {}
}
