// SPDX-License-Identifier: Apache-2.0

import Effects
import Synchronization
package import Typesetting

/// A service that draws texts in sandboxed processes.
///
/// A text that ends two processes, of which the second had drawn nothing before, is refused for some minutes. The
/// result equals an in-process drawing byte for byte: the same code draws with the same libraries.
package final class SandboxedTypesetter: TypesettingService {
    private let pool: ProcessPool
    private let refused = Mutex(RefusedTexts())
    private let onStartFailure: @Sendable (String) -> Void

    /// The subject of all processes.
    private static let subject = "text"

    /// The time that a text gets to be finished which is not wanted any more.
    ///
    /// Nearly all texts need less, and to start another process takes about as long.
    private static let grace = Duration.milliseconds(100)

    /// Creates a service that starts no process until its first use.
    ///
    /// - Parameters:
    ///   - pool: The processes.
    ///   - onStartFailure: Called with the reason when no process can be started to look for fonts, for a log.
    package init(
        _ pool: ProcessPool,
        onStartFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.pool = pool
        self.onStartFailure = onStartFailure
    }

    package var processCounts: (running: Int, lost: Int) {
        let counts = pool.counts
        return (counts.running, counts.lost)
    }

    package var knownIdentity: String? { pool.knownIdentity(of: Self.subject) }

    package func identity() throws(TypesettingError) -> String {
        if let known = knownIdentity { return known }
        switch pool.identity(of: Self.subject) {
        case .success(let identity): return identity
        case .failure(.unloaded): throw .unavailable
        case .failure(let failure):
            onStartFailure(failure.words(of: .texts))
            throw .processUnavailable
        }
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
        let result = pool.use(Self.subject, shouldContinue: shouldContinue, onFailure: onFailure) {
            draw(drawing, in: $0, shouldContinue)
        }
        switch result {
        case .success(let plane): return try plane.get()
        case .failure(.interrupted): throw .interrupted
        case .failure(.unloaded): throw .unavailable
        case .failure(let failure):
            onFailure(failure.words(of: .texts))
            if failure.isOfSystem { throw .processUnavailable }
            refused.withLock { $0.insert(form, at: .now) }
            throw .breaksLibraries(text: form.text)
        }
    }

    /// Draws a text in a process, with new memory, because an earlier attempt may have drawn on its own.
    private func draw(
        _ drawing: TextDrawing,
        in process: SandboxedProcess,
        _ shouldContinue: () -> Bool
    ) -> Result<Result<TextPlane, TypesettingError>, ProcessFailure> {
        if let identity = drawing.identity, identity != process.greeting?.identity {
            return .success(.failure(.fontsChanged))
        }
        let job = TypesettingJob([drawing])
        guard let memory = try? SharedMemory(count: job.memory),
            (try? memory.reserve(0..<job.memory)) != nil
        else { return .success(.failure(.outOfMemory)) }
        memory.write(job.input.span, at: 0)
        var end: ContinuousClock.Instant?
        let request = SandboxedProcess.Job(
            words: job.words,
            memory: memory,
            replyWordCount: TypesettingReply.wordCount(of: job),
            leash: .seconds(pool.configuration.seconds)
        )
        let reply = process.perform(
            request,
            shouldContinue: {
                if shouldContinue() { return true }
                let last = end ?? .now + Self.grace
                end = last
                return .now < last
            },
            pausing: pool.pausing
        ) { words -> Result<TypesettingReply, ProcessFailure> in
            TypesettingReply(words, to: job).map { .success($0) } ?? .failure(.violated)
        }
        return reply.map { reply in
            reply.outcomes[0].map { memory.plane(drawing, job.places[0], $0) }
        }
    }
}

extension SharedMemory {
    /// Copies the planes of a drawn text.
    fileprivate func plane(
        _ drawing: TextDrawing,
        _ place: TypesettingJob.Place,
        _ drawn: TextDrawing.Outcome
    ) -> TextPlane {
        populate(place.coverage, toWrite: false)
        if drawn.hasColors { populate(place.colors, toWrite: false) }
        return TextPlane(
            rect: drawing.rect,
            samples: bytes(place.coverage),
            pixels: drawn.hasColors ? pixels(place.colors) : [],
            isShortened: drawn.isShortened
        )
    }
}
