// SPDX-License-Identifier: Apache-2.0

package import Codecs
import Dispatch
import ForeignCodecs
import Glibc
import Platform
import Raster
import Synchronization

/// A service that runs the codecs of external libraries, in sandboxed processes or in this process.
///
/// Both ways do the same work on the same memory, so that their results are equal byte for byte.
package final class CodecHost: ForeignCodecService {
    /// The pool of codec processes; nil if codecs run in this process.
    let pool: ProcessPool?

    private let census: Mutex<CodecCensus?>
    private let hasCensus = Atomic(false)

    /// Creates a service, which loads and starts nothing until it is used.
    ///
    /// - Parameter pool: The processes; nil to run codecs in this one, which is for trusted files only.
    package init(_ pool: ProcessPool?) {
        self.pool = pool
        census = Mutex(nil)
    }

    /// The time for which counting the libraries leaves the processors to the first requests.
    private static let patience = DispatchTimeInterval.milliseconds(50)

    /// Finds out soon which libraries are installed, on another thread, and starts a WebP process ahead of the
    /// first image.
    ///
    /// - Parameter action: Called then, on that thread.
    package func prepare(then action: @escaping @Sendable () -> Void = {}) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in
            if installed.greeting(of: ImageFormat.webp.rawValue) != nil {
                pool?.prepare(ImageFormat.webp.rawValue)
            }
            action()
        }
    }

    package var isCounted: Bool { hasCensus.load(ordering: .acquiring) }

    package var protection: CodecProtection {
        pool == nil ? .none : installed.protection
    }

    /// The formats that are not offered, because their process did not start, with the reasons.
    package var failures: [(format: String, reason: String)] {
        installed.failures.map { ($0.format, $0.reason.words(of: .codecs)) }
    }

    package func outage(of format: ImageFormat) -> CodecOutage? {
        guard case .failure(let failure)? = installed.answers[format.rawValue] else { return nil }
        return failure.outage
    }

    package var processCounts: (running: Int, lost: Int) {
        guard let counts = pool?.counts else { return (0, 0) }
        return (counts.running, counts.lost)
    }

    package func library(of format: ImageFormat) -> ForeignLibrary? {
        guard let greeting = installed.greeting(of: format.rawValue) else { return nil }
        return ForeignLibrary(package: package(of: format) ?? "", version: greeting.identity)
    }

    package func package(of format: ImageFormat) -> String? {
        ForeignFormats.named(format.rawValue)?.package
    }

    private var installed: CodecCensus {
        census.withLock { census in
            if let census { return census }
            let taken = pool?.census() ?? Self.censusHere()
            census = taken
            hasCensus.store(true, ordering: .releasing)
            return taken
        }
    }

    /// Loads all libraries into this process, and reports the version or the error of each.
    private static func censusHere() -> CodecCensus {
        var census = CodecCensus()
        for format in ForeignFormats.all {
            var greeting = ProcessGreeting()
            do throws(ForeignError) {
                try format.load()
                greeting.identity = format.libraryVersion
                if format.drawsTexts { format.allowTexts() }
            } catch {
                greeting.error = error
            }
            census.answers[format.name] = .success(greeting)
        }
        return census
    }

    /// Creates memory for a job, with room for the given ranges.
    func makeMemory(
        _ job: CodecJob,
        reserving ranges: [Range<Int>],
        _ format: ImageFormat,
        supervision: Supervision
    ) throws(CodecError) -> SharedMemory {
        do throws(Syscall.Failure) {
            let memory = try SharedMemory(count: job.memory)
            for range in ranges { try memory.reserve(range) }
            return memory
        } catch {
            supervision.report("\(format.rawValue): no memory to share: \(error.words)")
            throw error.isShortage ? .outOfMemory : .codecUnavailable(format, .unreachable)
        }
    }

    /// Runs a job in a codec process, or in this process if there is no pool.
    ///
    /// - Returns: The reply; an error of the codec is part of it.
    /// - Throws: The failure of the process, as an error of the task.
    func run(
        _ job: CodecJob,
        _ format: ImageFormat,
        _ memory: SharedMemory,
        allowance: CodecAllowance,
        supervision: Supervision
    ) throws(CodecError) -> CodecReply {
        guard let library = ForeignFormats.named(format.rawValue) else {
            throw .codecNotInstalled(format)
        }
        guard let pool else {
            // The census loads the libraries.
            guard installed.greeting(of: format.rawValue) != nil else {
                throw .codecNotInstalled(format)
            }
            let reply = CodecRunner.run(job, library, memory, mayContinue: supervision.mayContinue)
            if reply.error == .stopped, !supervision.mayContinue() { throw .interrupted }
            return reply
        }
        let leash = min(allowance.processorTime, .seconds(pool.configuration.seconds))
        let request = SandboxedProcess.Job(
            words: job.words,
            memory: memory,
            replyWordCount: CodecReply.wordCount,
            allowance: allowance.byteCount,
            leash: leash
        )
        let result = pool.use(
            format.rawValue,
            shouldContinue: supervision.mayContinue,
            onFailure: { supervision.report("\(format.rawValue): \($0)") }
        ) { process in
            process.perform(
                request,
                shouldContinue: supervision.mayContinue,
                pausing: pool.pausing,
                read: CodecReply.read
            )
        }
        switch result {
        case .success(let reply): return reply
        case .failure(.interrupted): throw .interrupted
        case .failure(let failure):
            supervision.report("\(format.rawValue): \(failure.words(of: .codecs))")
            if let outage = failure.outage { throw .codecUnavailable(format, outage) }
            if failure == .overran { throw .tooMuchWork }
            switch job.task {
            case .decode where failure == .lackedMemory, .describe where failure == .lackedMemory:
                throw .unsupportedFeature(.memory)
            case .encode where failure == .lackedMemory: throw .outOfMemory
            case .decode, .describe: throw .corrupt(.pixels(rowsDecoded: 0))
            case .encode: throw .encoderFailed
            }
        }
    }
}

extension Syscall.Failure {
    /// Whether the system has too little of what was asked for, at the moment.
    fileprivate var isShortage: Bool {
        [ENOMEM, ENOSPC, EMFILE, ENFILE, EDQUOT].contains(code)
    }
}

extension ProcessFailure {
    /// The failure as callers of codecs see it; nil if the file or the image is the cause.
    fileprivate var outage: CodecOutage? {
        switch self {
        case .interrupted, .violated, .lackedMemory, .overran: nil
        case .notStarted, .unloaded: .notStarted
        case .unreachable: .unreachable
        case .crashed(let status): isOfSystem ? .killed(signal: status & 0x7F) : nil
        }
    }
}
