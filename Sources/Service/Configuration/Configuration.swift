// SPDX-License-Identifier: Apache-2.0

import Effects
public import HTTPServer
public import Kernels

/// The configuration of the service, with one property for each of the ``options``.
public struct Configuration: Hashable, Sendable {
    /// The machine that determines some defaults.
    public let machine: Machine

    /// The addresses to listen on.
    public var listen: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 8080)]

    /// The addresses to listen on for connections that begin with a header of the PROXY protocol.
    public var listenProxy: [ListenAddress] = []

    /// The proxies whose fields about the client of a request are believed.
    public var trustedProxies = TrustedProxies()

    /// The path before all others, without a slash at its end; empty for none.
    public var basePath = ""

    /// The origins whose pages may use the service from a browser; `*` for all.
    public var corsOrigins: [String] = []

    /// The bearer token that requests must carry; nil for none.
    public var token: String?

    /// The paths of the files with tokens.
    public var tokenFiles: [String] = []

    /// The tokens in the files, any of which is enough.
    public var fileTokens: [String] = []

    /// The path of the file with further options.
    public var file: String?

    /// Whether other machines may connect without a token.
    public var isInsecure = false

    /// The format of log lines.
    public var logFormat = LogFormat.text

    /// The least severe level that is logged.
    public var logLevel = LogLevel.info

    /// The number of rendering threads, if given.
    public var statedWorkers: Int?

    /// The greatest number of waiting renderings, if given.
    public var statedQueueLimit: Int?

    /// The time that a rendering may wait for a worker.
    public var queueWait = Duration.seconds(3)

    /// The time from the arrival of a request to the end of its rendering.
    public var deadline = Duration.seconds(10)

    /// The memory of all renderings together, in bytes, if given.
    public var statedMemoryBudget: Int?

    /// The variant of the kernels, if given; results do not depend on it.
    public var statedInstructionSet: InstructionSet?

    /// The font family of texts that name none.
    public var fontFamily = TextForm.defaultFamily

    /// The time after SIGTERM in which requests are still served, while the readiness probe fails.
    public var lameDuck = Duration.zero

    /// The time that requests in flight have to finish after a signal.
    public var drain = Duration.seconds(20)

    /// The greatest length of a request body, in bytes, if given.
    public var statedBodyLimit: Int?

    /// The greatest number of pixels of a picture.
    public var pixelLimit = 50_000_000

    /// The greatest side of a picture, in pixels.
    public var sideLimit = 16_384

    /// The parameters in an address that count as absent, wherever they are given.
    public var ignoredParameters = NamePatterns()

    /// The greatest length of a request head, in bytes.
    public var headerLimit = 32 << 10

    /// The greatest number of fields in a request head.
    public var fieldLimit = 100

    /// The time that the head of a request may take.
    public var headerTimeout = Duration.seconds(5)

    /// The time that a client may pause within a body.
    public var bodyIdle = Duration.seconds(10)

    /// The time that a body may take.
    public var bodyTimeout = Duration.seconds(30)

    /// The time that a client may pause while it reads a response.
    public var writeIdle = Duration.seconds(10)

    /// The time that an idle connection stays open.
    public var keepAlive = Duration.seconds(75)

    /// The greatest number of connections, if given.
    public var statedConnectionLimit: Int?

    /// The memory for kept uploads, in bytes, if given.
    public var statedOriginalsBudget: Int?

    /// The memory for finished results, in bytes, if given.
    public var statedResultsBudget: Int?

    /// Creates the defaults.
    public init(machine: Machine = .current) {
        self.machine = machine
    }

    /// The bearer tokens, any one of which requests must carry; none if requests need no token.
    public var tokens: [String] { (token.map { [$0] } ?? []) + fileTokens }

    /// The number of rendering threads; by default, one for each core.
    public var workers: Int { statedWorkers ?? max(1, machine.coreCount) }

    /// The greatest number of waiting renderings; by default, four for each worker.
    public var queueLimit: Int { statedQueueLimit ?? 4 * workers }

    /// The memory of the container or the machine, divided among the parts of the process.
    public var budget: MemoryBudget { MemoryBudget(total: machine.memoryByteCount) }

    /// The memory of all renderings together, in bytes; by default, about half of the container's.
    public var memoryBudget: Int { statedMemoryBudget ?? budget.renders }

    /// The memory for kept uploads, in bytes.
    public var originalsBudget: Int {
        get { statedOriginalsBudget ?? budget.originals }
        set { statedOriginalsBudget = newValue }
    }

    /// The memory for finished results, in bytes.
    public var resultsBudget: Int {
        get { statedResultsBudget ?? budget.results }
        set { statedResultsBudget = newValue }
    }

    /// The memory for results in progress that are held as a whole, in bytes.
    public var flightsBudget: Int {
        statedResultsBudget.map { max($0, 16 << 20) } ?? budget.flights
    }

    /// The greatest length of a request body, in bytes; by default, no more than all uploads may take.
    public var bodyLimit: Int {
        get { statedBodyLimit ?? min(Self.usualBodyLimit, budget.uploads) }
        set { statedBodyLimit = newValue }
    }

    /// The default of ``bodyLimit`` where there is memory enough, in bytes.
    private static let usualBodyLimit = 32 << 20

    /// The memory for request bodies, in bytes: at least one of them.
    public var uploadsBudget: Int {
        max(bodyLimit, statedMemoryBudget.map { $0 / 2 } ?? budget.uploads)
    }

    /// The greatest number of connections; by default, as many as the machine has descriptors and memory
    /// for.
    public var connectionLimit: Int { statedConnectionLimit ?? machine.connectionLimit }

    /// The variant of the kernels; by default, the machine's fastest.
    public var instructionSet: InstructionSet { statedInstructionSet ?? machine.fastest }

    /// The format of log lines.
    public enum LogFormat: String, Hashable, Sendable, CaseIterable {
        /// One JSON object per line.
        case json
        /// One line of text for people.
        case text
    }

    /// The least severe level that is logged.
    public enum LogLevel: String, Hashable, Sendable, CaseIterable {
        /// Everything, for debugging.
        case debug
        /// Every request.
        case info
        /// Conditions that need attention.
        case warning
        /// Failures of the service itself.
        case error
    }
}
