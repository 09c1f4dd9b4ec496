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

    /// Drains on SIGTERM and SIGINT, and reloads on SIGHUP; a second SIGINT ends the process.
    ///
    /// - Parameter read: Reads the configuration again.
    func followSignals(read: @escaping @Sendable () -> Result<Configuration, Complaint>) {
        for (number, name) in [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")] {
            Signals.follow(number, on: queue) { [self] in receive(number, name) }
        }
        Signals.follow(SIGHUP, on: queue) { [self] in reload(read()) }
    }

    /// Takes over tokens and the log level; where the configuration is faulty, everything stays as it is.
    private func reload(_ read: Result<Configuration, Complaint>) {
        switch read {
        case .success(let new) where service.reload(new):
            logger.info(
                "reloaded",
                metadata: [
                    "log_level": .string(new.logLevel.rawValue),
                    "tokens": .stringConvertible(new.tokens.count),
                ]
            )
        case .success:
            logger.error("not reloaded: only a restart begins or ends the use of tokens")
        case .failure(let complaint):
            for sentence in complaint.sentences { logger.error("not reloaded: \(sentence)") }
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
        service.beginDraining()
        // Who ends it by hand does not wait for a balancer.
        guard number == SIGTERM, configuration.lameDuck > .zero else { return drain(name) }
        logger.info("lame duck", metadata: ["signal": .string(name)])
        let components = configuration.lameDuck.components
        let delay = DispatchTimeInterval.milliseconds(
            Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
        )
        queue.asyncAfter(deadline: .now() + delay) { [self] in drain(name) }
    }

    private func drain(_ name: String) {
        logger.info("draining", metadata: ["signal": .string(name)])
        server.drain(timeout: configuration.drain) { [self] cut in
            service.shutDown()
            logger.info("stopped", metadata: ["connections_cut": .stringConvertible(cut)])
            end.signal()
        }
    }
}
