// SPDX-License-Identifier: Apache-2.0

/// What a server has counted since it was created, and how much it holds now.
public struct ServerStatistics: Hashable, Sendable {
    /// Connections accepted.
    public var connectionsAccepted = 0
    /// Connections answered with 503, or closed for want of a descriptor, as the server was full.
    public var connectionsRefused = 0
    /// Connections open now.
    public var connectionsOpen = 0
    /// Requests whose head was read.
    public var requests = 0
    /// Exchanges in progress now.
    public var exchangesActive = 0
    /// Requests that the server refused by itself.
    public var faults = 0
    /// Exchanges whose client left early.
    public var clientsLeft = 0
    /// Connections cut because a peer was too slow.
    public var timeouts = 0
    /// Bytes read from sockets.
    public var bytesReceived = 0
    /// Bytes written to sockets.
    public var bytesSent = 0

    /// Creates statistics in which nothing has happened.
    public init() {}
}
