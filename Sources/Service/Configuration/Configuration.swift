// SPDX-License-Identifier: Apache-2.0

public import HTTPServer
public import Kernels

/// What the operator decided, one property for each option; the rows of ``options`` describe them.
public struct Configuration: Hashable, Sendable {
    /// The machine that the defaults which depend on one are taken from.
    public let machine: Machine

    /// Where to listen.
    public var listen: [ListenAddress] = [.tcp(host: "127.0.0.1", port: 8080)]

    /// The bearer token that requests must carry; nil lets everybody in.
    public var token: String?

    /// Where the token is read from.
    public var tokenFile: String?

    /// Where further options are read from.
    public var file: String?

    /// Whether other machines may connect although there is no token.
    public var isInsecure = false

    /// How log lines are written.
    public var logFormat = LogFormat.text

    /// The least severe log lines that are written.
    public var logLevel = LogLevel.info

    /// The number of threads that render, when it was decided.
    public var statedWorkers: Int?

    /// The number of renderings that may wait for a worker, when it was decided.
    public var statedQueueLimit: Int?

    /// How long a rendering may wait for a worker.
    public var queueWait = Duration.seconds(3)

    /// How long a request may take from its arrival to the end of its rendering.
    public var deadline = Duration.seconds(10)

    /// The memory of all renderings together, in bytes, when it was decided.
    public var statedMemoryBudget: Int?

    /// The variant of the kernels, when it was decided; results do not depend on it.
    public var statedInstructionSet: InstructionSet?

    /// How long requests in flight may take after a signal to stop.
    public var drain = Duration.seconds(20)

    /// The longest body of a request, in bytes.
    public var bodyLimit = 32 << 20

    /// The most pixels of a picture.
    public var pixelLimit = 50_000_000

    /// The longest side of a picture, in pixels.
    public var sideLimit = 16_384

    /// The longest head of a request, in bytes.
    public var headerLimit = 32 << 10

    /// The most fields in the head of a request.
    public var fieldLimit = 100

    /// How long the head of a request may take.
    public var headerTimeout = Duration.seconds(5)

    /// How long a client may pause within a body.
    public var bodyIdle = Duration.seconds(10)

    /// How long a body may take.
    public var bodyTimeout = Duration.seconds(30)

    /// How long a client may take nothing of a response.
    public var writeIdle = Duration.seconds(10)

    /// How long a connection may wait for its next request.
    public var keepAlive = Duration.seconds(75)

    /// The most connections at the same time.
    public var connectionLimit = 2_048

    /// The memory for kept uploads, in bytes.
    public var originalsBudget = 64 << 20

    /// The memory for finished results, in bytes.
    public var resultsBudget = 64 << 20

    /// Creates the defaults.
    public init(machine: Machine = .current) {
        self.machine = machine
    }

    /// The number of threads that render; one for each core unless decided.
    public var workers: Int { statedWorkers ?? max(1, machine.coreCount) }

    /// The number of renderings that may wait for a worker; four for each worker unless decided.
    public var queueLimit: Int { statedQueueLimit ?? 4 * workers }

    /// The memory of all renderings together, in bytes; half of the machine's unless decided.
    public var memoryBudget: Int { statedMemoryBudget ?? machine.memoryByteCount / 2 }

    /// The variant of the kernels; the machine's fastest unless decided.
    public var instructionSet: InstructionSet { statedInstructionSet ?? machine.fastest }

    /// How log lines are written.
    public enum LogFormat: String, Hashable, Sendable, CaseIterable {
        /// One JSON object a line.
        case json
        /// One line for people.
        case text
    }

    /// The least severe log lines that are written.
    public enum LogLevel: String, Hashable, Sendable, CaseIterable {
        /// Everything, for finding faults.
        case debug
        /// Every request.
        case info
        /// What somebody should look at.
        case warning
        /// What failed by our own fault.
        case error
    }
}
