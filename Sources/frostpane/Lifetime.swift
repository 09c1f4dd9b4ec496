// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import HTTPServer
import Logging
import Platform
import Service
import Synchronization

/// The life of a server process from its open ports to its end.
final class Lifetime: Sendable {
    private let server: HTTPServer
    private let service: ImageService
    private let configuration: Configuration
    private let logger: Logger
    private let sink: LogSink
    private let queue = DispatchQueue(label: "frostpane.signals")
    private let end = DispatchSemaphore(value: 0)
    private let isDraining = Mutex(false)

    init(
        _ server: HTTPServer,
        _ service: ImageService,
        _ configuration: Configuration,
        _ logger: Logger,
        _ sink: LogSink
    ) {
        self.server = server
        self.service = service
        self.configuration = configuration
        self.logger = logger
        self.sink = sink
    }

    /// Drains on SIGTERM and SIGINT; a second SIGINT ends the process.
    func followSignals() {
        for (number, name) in [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")] {
            Signals.follow(number, on: queue) { [self] in receive(number, name) }
        }
    }

    /// Blocks until all requests in flight are finished or cut off.
    func waitForEnd() -> ExitCode {
        end.wait()
        sink.flush()
        return .success
    }

    private func receive(_ number: Int32, _ name: String) {
        let isFirst = isDraining.withLock { isDraining in
            defer { isDraining = true }
            return !isDraining
        }
        guard isFirst else {
            // Does not wait for the log: a blocked reader of it may be what keeps the process from
            // ending.
            if number == SIGINT { Syscall.exit(ExitCode.interrupted.rawValue) }
            return
        }
        logger.info("draining", metadata: ["signal": .string(name)])
        service.beginDraining()
        server.drain(timeout: configuration.drain) { [self] cut in
            service.shutDown()
            logger.info("stopped", metadata: ["connections_cut": .stringConvertible(cut)])
            end.signal()
        }
    }
}
