// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

/// The pictures whose rendering has lately taken longer than its deadline, so that workers do not
/// compute the same in vain at each request.
///
/// Only a job counts that has had its worker for nearly all of the time: waiting for a worker is no
/// property of a picture. So does one that took far more processor time than its price. For some time
/// after it, jobs on the same pictures that are priced as high or higher are refused. Cheaper ones, such
/// as a preview of the same picture, are not.
///
/// A drawing (SVG) with one byte changed is another image, and its cost is known only after it is drawn. So
/// the overrun of a drawing counts against its caller as well, whose drawings are refused for a while.
final class Overruns: Sendable {
    /// The key of an overrun: the pictures that a job reads.
    struct Name: Hashable {
        /// The digest of the file.
        let picture: Digest
        /// The frame of the file, or the size at which a drawing is drawn.
        let selection: PictureSelection
        /// The kinds of damage that decoding tolerates.
        let policy: DamagePolicy
        /// The other pictures that the job reads, such as masks.
        var others: Set<ResourceID> = []

        /// The digests of all images that the job reads.
        var pictures: Set<Digest> {
            Set(others.compactMap { Digest(hex: $0.digest) }).union([picture])
        }
    }

    private struct Overrun {
        let work: Int
        let end: ContinuousClock.Instant
    }

    /// The memory budget, in bytes: for about three thousand jobs.
    static let budget = 1 << 20

    /// The approximate size of an entry in memory, in bytes, without other pictures.
    private static let cost = 128

    /// The approximate size of the identifier of another picture in memory, in bytes.
    private static let costOfOther = 128

    /// The fraction of the deadline for which a job must have had its worker to be remembered.
    static let leastShare = 0.9

    /// The time for which an overrun is remembered, in multiples of the deadline, or for a caller of the
    /// time that was spent.
    ///
    /// So neither one picture nor the drawings of one caller can take more than an eleventh of the time of
    /// a worker.
    static let memory = 10

    private let deadline: Duration
    private let overruns = MemoryTier<Name, Overrun>(budget: budget)

    /// The times from which on drawings of callers are drawn again.
    private let callers = MemoryTier<WorkerPool.Caller, ContinuousClock.Instant>(budget: budget)

    /// Creates an empty list of the renderings that overran a deadline.
    init(deadline: Duration) { self.deadline = deadline }

    /// The time until a job may be tried, if a similar one took too long; nil for no wait.
    ///
    /// - Parameters:
    ///   - name: The pictures that the job reads.
    ///   - price: The price of the job.
    ///   - caller: The client for whom the job would run.
    ///   - now: The current time.
    /// - Returns: The time until it may be tried again; nil if it may be tried now.
    func wait(
        for name: Name,
        at price: RenderEstimate,
        from caller: WorkerPool.Caller,
        now: ContinuousClock.Instant = .now
    ) -> Duration? {
        let overrun = overruns.value(for: name).flatMap { price.work >= $0.work ? $0.end : nil }
        let end = max(overrun ?? now, price.isGuess ? callers.value(for: caller) ?? now : now)
        return end > now ? end - now : nil
    }

    /// Remembers a job that its deadline ended, if it had a worker for nearly all of that time, and one that
    /// took far more than its price.
    ///
    /// - Parameters:
    ///   - error: The reason for the end of the job.
    ///   - name: The pictures that it read.
    ///   - price: The price of the job.
    ///   - caller: The client for whom it ran.
    ///   - spent: The time for which it had a worker.
    ///   - now: The current time.
    func note(
        _ error: RenderError,
        of name: Name,
        at price: RenderEstimate,
        from caller: WorkerPool.Caller,
        after spent: Duration,
        now: ContinuousClock.Instant = .now
    ) {
        let isLate = error == .deadlineExceeded && spent >= deadline * Self.leastShare
        guard isLate || error == .codec(.tooMuchWork) else { return }
        let earlier = overruns.peek(name).flatMap { now < $0.end ? $0.work : nil }
        let work = min(price.work, earlier ?? price.work)
        overruns.insert(
            Overrun(work: work, end: now + deadline * Self.memory),
            for: name,
            cost: Self.cost + name.others.count * Self.costOfOther
        )
        guard price.isGuess else { return }
        let end = max(now, callers.peek(caller) ?? now) + spent * Self.memory
        callers.insert(end, for: caller, cost: Self.cost)
    }

    /// The digests of the images whose overruns are remembered.
    var pictures: Set<Digest> { overruns.keys.reduce(into: []) { $0.formUnion($1.pictures) } }

    /// Forgets the overruns of some images.
    func forget(sources: Set<Digest>) {
        overruns.remove { !$0.pictures.isDisjoint(with: sources) }
    }
}
