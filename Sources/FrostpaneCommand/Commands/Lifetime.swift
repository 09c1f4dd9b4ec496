// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import HTTPServer
import Logging
import Platform
import Service
import Synchronization

/// Drains or reloads a running server on signals, until its process ends.
final class Lifetime: Sendable {
    private let server: HTTPServer
    private let service: ImageService
    private let configuration: Configuration
    private let logger: Logger
    private let sink: LogSink
    private let queue = DispatchQueue(label: "frostpane.signals")
    private let end = DispatchSemaphore(value: 0)
    /// The phases in which the process ends.
    private enum Phase {
        case serving
        /// Requests are accepted, and the readiness probe fails.
        case lameDuck
        case draining
    }

    private let phase = Mutex(Phase.serving)

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

    /// Drains the server on SIGTERM and SIGINT, and reloads it on SIGHUP; a second SIGTERM ends the
    /// lame duck, and a second SIGINT the process.
    ///
    /// - Parameter read: Reads the configuration again.
    func followSignals(read: @escaping @Sendable () -> Result<Configuration, Complaint>) {
        for (number, name) in [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")] {
            Signals.follow(number, on: queue) { [self] in receive(number, name) }
        }
        Signals.follow(SIGHUP, on: queue) { [self] in reload(read()) }
    }

    /// Applies tokens and log level of a configuration that was read again; keeps all if it has
    /// errors.
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

    /// Blocks until all requests in progress are finished or cut off, and returns the exit code.
    func waitForEnd() -> ExitCode {
        end.wait()
        sink.flush()
        return .success
    }

    private func receive(_ number: Int32, _ name: String) {
        // A process that is ended by hand does not wait for a load balancer.
        let isPatient = number == SIGTERM && configuration.lameDuck > .zero
        let before = phase.withLock { phase in
            defer { if phase == .serving { phase = isPatient ? .lameDuck : .draining } }
            return phase
        }
        switch before {
        case .serving:
            service.beginDraining()
            guard isPatient else { return drain(name) }
            waitForBalancer(name)
        case .lameDuck where number == SIGTERM: endLameDuck(name)
        case .lameDuck, .draining:
            // Does not wait for the log: its blocked reader may be the reason why the process does
            // not end.
            if number == SIGINT { Syscall.exit(ExitCode.interrupted.rawValue) }
        }
    }

    private func waitForBalancer(_ name: String) {
        logger.info("lame duck", metadata: ["signal": .string(name)])
        let components = configuration.lameDuck.components
        let delay = DispatchTimeInterval.milliseconds(
            Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
        )
        queue.asyncAfter(deadline: .now() + delay) { [self] in endLameDuck(name) }
    }

    /// Begins to drain, unless a second signal has done so.
    private func endLameDuck(_ name: String) {
        let begins = phase.withLock { phase in
            defer { phase = .draining }
            return phase == .lameDuck
        }
        if begins { drain(name) }
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
