// SPDX-License-Identifier: Apache-2.0

import Effects
import Synchronization
package import Typesetting

/// A service that draws texts in sandboxed processes.
///
/// A text that ends its process is tried once more in a process that has drawn nothing before, as an earlier text may
/// have spoiled the first. If it ends that one as well, it is refused for some minutes. The result equals an
/// in-process drawing byte for byte: the same code draws with the same libraries.
package final class SandboxedTypesetter: TypesettingService {
    private let pool: TypesettingPool
    private let refused = Mutex(RefusedTexts())

    /// The time that a text gets to be finished which is not wanted any more.
    ///
    /// Nearly all texts need less, and to start another process takes about as long.
    private static let grace = Duration.milliseconds(100)

    /// The name of a process in a log.
    private static let process = "the typesetting process"

    /// Creates a service that starts no process until its first use.
    package init(_ pool: TypesettingPool) { self.pool = pool }

    package var processCounts: (running: Int, lost: Int) {
        let counts = pool.counts
        return (counts.running, counts.lost)
    }

    package var knownIdentity: String? { pool.knownIdentity }

    package func identity() throws(TypesettingError) -> String {
        if let known = knownIdentity { return known }
        return try pool.startedIdentity()
    }

    package func draw(
        _ drawing: TextDrawing,
        shouldContinue: () -> Bool,
        onFailure: (String) -> Void
    ) throws(TypesettingError) -> TextPlane {
        let form = drawing.form
        if refused.withLock({ $0.contains(form, at: .now) }) {
            throw .breaksLibraries(text: form.text)
        }
        var attempt = try attempt(drawing, isFresh: false, shouldContinue)
        if attempt.isInnocent, let failure = attempt.result.failure {
            onFailure("\(failure.words(of: Self.process)); another process tries again")
            attempt = try self.attempt(drawing, isFresh: true, shouldContinue)
        }
        switch attempt.result {
        case .success(let plane): return plane
        case .failure(.interrupted): throw .interrupted
        case .failure(let failure):
            onFailure(failure.words(of: Self.process))
            if failure.isOfSystem { throw .outOfMemory }
            refused.withLock { $0.insert(form, at: .now) }
            throw .breaksLibraries(text: form.text)
        }
    }

    /// The outcome of a text in a process.
    private struct Attempt {
        let result: Result<TextPlane, ProcessFailure>
        /// Whether something else than the text may have ended the process.
        let isInnocent: Bool
    }

    private func attempt(
        _ drawing: TextDrawing,
        isFresh: Bool,
        _ shouldContinue: () -> Bool
    ) throws(TypesettingError) -> Attempt {
        let job = TypesettingJob([drawing])
        // New memory for each attempt, because a failed attempt may have drawn on it.
        guard let memory = try? SharedMemory(count: job.memory),
            (try? memory.reserve(0..<job.memory)) != nil
        else { throw .outOfMemory }
        memory.write(job.input.span, at: 0)
        var isInnocent = false
        var end: ContinuousClock.Instant?
        let seconds = pool.configuration.seconds
        let result = try pool.use(isFresh: isFresh, shouldContinue: shouldContinue) {
            process throws(TypesettingError) in
            if let identity = drawing.identity, identity != process.greeting?.identity {
                throw .fontsChanged
            }
            let result = process.perform(job, memory, seconds: seconds) {
                if shouldContinue() { return true }
                let last = end ?? .now + Self.grace
                end = last
                return .now < last
            }
            // The text before may have spoiled the process, and the system may have ended it.
            isInnocent =
                result.failure != .interrupted
                && (process.isUsed || result.failure?.isOfSystem == true)
            return result
        }
        switch result {
        case .failure(let failure):
            return Attempt(result: .failure(failure), isInnocent: isInnocent)
        case .success(let reply):
            let outcome = reply.outcomes[0]
            let hasColors = try outcome.get()
            return Attempt(
                result: .success(memory.plane(drawing, job.places[0], hasColors: hasColors)),
                isInnocent: false
            )
        }
    }
}

extension SharedMemory {
    /// Copies the planes of a drawn text.
    fileprivate func plane(
        _ drawing: TextDrawing,
        _ place: TypesettingJob.Place,
        hasColors: Bool
    ) -> TextPlane {
        populate(place.coverage, toWrite: false)
        if hasColors { populate(place.colors, toWrite: false) }
        return TextPlane(
            rect: drawing.rect,
            samples: bytes(place.coverage),
            pixels: hasColors ? pixels(place.colors) : []
        )
    }
}

extension Result {
    /// The error of a failed result; nil for a success.
    fileprivate var failure: Failure? {
        switch self {
        case .success: nil
        case .failure(let failure): failure
        }
    }
}
