// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import HTTPServer
import Kernels
import Logging
import Platform
import Sandbox
import Service

/// `frostpane serve`: answers requests until a signal ends it.
enum ServeCommand: Subcommand {
    static let summary = CommandSummary(
        name: "serve",
        abstract: "Serve requests over HTTP.",
        usage: "frostpane serve [options]",
        discussion: """
            Answers requests until SIGTERM or SIGINT; requests in flight are then finished. A second \
            SIGTERM ends the time of --lame-duck, and a second SIGINT the process. SIGHUP reads token files, signing keys, presets and the log level again. Every option may \
            be given as a flag, as an environment variable, or on a line 'key = value' of the file \
            given by --config; the key is the flag without its dashes, and # begins a comment. Flags \
            take precedence over variables, and variables over the file.
            """
    )

    static let sections: [any OptionSection.Type] = [ServerSection.self]

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        let configuration = try read(arguments, environment)
        InstructionSet.use(configuration.instructionSet)
        Syscall.raiseDescriptorLimit()
        // A file that would exceed the process limit is an error, not the end.
        Syscall.ignore(SIGXFSZ)
        let sink = LogSink(descriptor: 2, format: configuration.logFormat)
        LoggingSystem.bootstrap(
            sink.handlerFactory(format: configuration.logFormat, level: configuration.logLevel)
        )
        let codecs = CommandCodecs.use(configuration) { reason in
            Logger(label: "frostpane").error(
                "texts cannot be drawn",
                metadata: ["reason": .string(reason)]
            )
        }
        let service = ImageService(configuration: configuration, log: sink)
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(configuration),
            handler: service
        )
        service.observe { [weak server] in server?.statistics ?? ServerStatistics() }
        let admin = HTTPServer(
            configuration: HTTPServerConfiguration(adminOf: configuration),
            handler: AdminHandler(service)
        )
        let addresses = try start(server, configuration)
        let adminAddresses =
            configuration.adminListen.isEmpty ? [] : try start(admin, configuration)
        // Until the process ends: also while the server drains, its state can be asked for.
        defer { admin.stop() }
        // Scripts wait for this line, so it is written at every log level.
        var logger = Logger(label: "frostpane")
        logger.logLevel = .info
        warn(of: configuration, logger)
        let lifetime = Lifetime(server, service, configuration, logger, sink)
        lifetime.followSignals {
            do throws(Complaint) {
                return .success(try read(arguments, environment))
            } catch {
                return .failure(error)
            }
        }
        var facts: Logger.Metadata = [
            "addresses": .array(addresses.map { .string($0.description) }),
            "isa": .string(configuration.instructionSet.rawValue),
            "kernels": .array(InstructionSet.built.map { .string($0.rawValue) }),
            "version": .string(Version.current),
            "workers": .stringConvertible(configuration.workers),
        ]
        if !adminAddresses.isEmpty {
            facts["admin_addresses"] = .array(adminAddresses.map { .string($0.description) })
        }
        logger.info("listening", metadata: facts)
        codecs?.prepare { [logger] in log(codecs, logger) }
        return lifetime.waitForEnd()
    }

    /// Logs the protection from codecs, and the formats that are not offered.
    private static func log(_ codecs: CodecHost?, _ logger: Logger) {
        for (format, reason) in codecs?.failures ?? [] {
            logger.warning(
                "a format is not offered",
                metadata: ["format": .string(format), "reason": .string(reason)]
            )
        }
        let words = codecs?.protection.words ?? "none"
        logger.info("codecs are known", metadata: ["codecs": .string(words)])
    }

    /// Logs what is known at the start not to work.
    private static func warn(
        of configuration: Configuration,
        _ logger: Logger
    ) {
        // The folder may be mounted later, so the server starts nevertheless.
        for source in configuration.sources {
            guard let fault = source.fault else { continue }
            logger.warning(
                "a source cannot be read",
                metadata: ["source": .string(source.name), "reason": .string(fault)]
            )
        }
    }

    /// Reads the options from the command line, the environment and the configuration file.
    static func read(
        _ arguments: [String],
        _ environment: Environment
    ) throws(Complaint) -> Configuration {
        do {
            return try ConfigurationReader.read(arguments: arguments, environment: environment)
        } catch {
            throw Complaint(.usage, error.faults.map(\.description)).reported(as: error.logFormat)
        }
    }

    private static func start(
        _ server: HTTPServer,
        _ configuration: Configuration
    ) throws(Complaint) -> [ListenAddress] {
        do throws(ListenError) {
            return try server.start()
        } catch {
            throw Complaint(.unavailable, sentence(for: error))
                .reported(as: configuration.logFormat)
        }
    }

    private static func sentence(for error: ListenError) -> String {
        switch error {
        case .noAddress: "no address to listen on"
        case .unresolvable(let address): "cannot listen on \(address): the host has no address"
        case .system(let address, let step, let code):
            "cannot listen on \(address): \(Syscall.Failure(code: code).words) (\(step.rawValue))"
        case .pathInUse(let address):
            "cannot listen on \(address): the path is in use"
        case .eventLoop(let code):
            "cannot serve: \(Syscall.Failure(code: code).words)"
        }
    }
}

extension HTTPServerConfiguration {
    /// Creates the HTTP server configuration from the options of `serve`.
    init(_ configuration: Configuration) {
        self.init(addresses: configuration.listen)
        eventLoops = configuration.machine.coreCount
        proxyAddresses = configuration.listenProxy
        trustedProxies = configuration.trustedProxies
        limits.headBytes = configuration.headerLimit
        limits.fieldCount = configuration.fieldLimit
        limits.targetBytes = min(limits.targetBytes, configuration.headerLimit)
        limits.connections = configuration.connectionLimit
        limits.probePaths = ImageService.probePaths(below: configuration.basePath)
        timeouts.head = configuration.headerTimeout
        timeouts.bodyIdle = configuration.bodyIdle
        timeouts.body = configuration.bodyTimeout
        timeouts.writeIdle = configuration.writeIdle
        // A pause that is allowed must not exceed the allowed lag.
        timeouts.writeLag = max(timeouts.writeLag, configuration.writeIdle)
        timeouts.keepAlive = configuration.keepAlive
        // The render's own deadline comes first, so that its response can still be sent.
        timeouts.response = max(timeouts.response, configuration.deadline + .seconds(5))
    }

    /// Creates the HTTP server configuration for monitoring, with few clients.
    init(adminOf configuration: Configuration) {
        self.init(addresses: configuration.adminListen)
        eventLoops = 1
        limits.connections = 64
        limits.probePaths = ImageService.probePaths(below: "")
    }
}
