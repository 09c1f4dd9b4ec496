// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Platform
import Synchronization

/// The signals for the operator: the log, the metrics, and the counters of the HTTP server.
final class Monitoring: Sendable {
    /// The lines of requests and of failures.
    let log: AccessLog
    /// The counters of requests and renderings.
    let metrics = ServiceMetrics()
    /// Returns freed memory to the system.
    let memory = MemoryReturn()
    /// The queue on which the values of metrics are collected.
    let queue = SerialQueue("frostpane.metrics")
    private let server = Mutex(ObservedServer())

    /// Creates the log and the counters.
    init(_ configuration: Configuration, _ sink: LogSink) {
        log = AccessLog(
            sink,
            format: configuration.logFormat,
            threshold: configuration.logLevel.level,
            slowRequest: configuration.slowRequest
        )
    }

    /// Sets the function that returns the counters of the HTTP server.
    func observe(_ statistics: @escaping @Sendable () -> ServerStatistics) {
        server.withLock { $0.statistics = statistics }
    }

    /// The counters of the HTTP server; all zero if no server is observed.
    var serverStatistics: ServerStatistics {
        server.withLock { $0.statistics }?() ?? ServerStatistics()
    }
}

/// The HTTP server that the service runs in, as the metrics know it.
private struct ObservedServer: Sendable {
    /// Returns the counters of the server; nil if no server is observed.
    var statistics: (@Sendable () -> ServerStatistics)?
}
