// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store
import Typesetting

/// The pictures whose rendering has lately taken longer than its deadline, so that workers do not
/// compute the same in vain at each request.
///
/// Only a job counts that has had its worker for nearly all of the time: waiting for a worker is no
/// property of a picture. So does one that took far more processor time than its price. For some time
/// after it, jobs on the same pictures that are priced as high or higher are refused. Cheaper ones, such
/// as a preview of the same picture, are not.
///
/// A drawing (SVG) with one byte changed is another image, and its cost is known only after it is drawn. So
/// the overrun of a drawing counts against its caller as well, whose drawings are refused for a while. So does
/// the time of a text that ends the processes that draw it, against further texts of its caller.
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

    /// The kinds of jobs that count against their callers.
    private enum Kind: CaseIterable {
        case drawings
        case texts

        func contains(_ price: RenderEstimate) -> Bool {
            switch self {
            case .drawings: price.isGuess
            case .texts: price.drawsTexts
            }
        }

        /// The time for which jobs may be refused in total before they are refused.
        ///
        /// One text among thousands ends its process by accident, so a few of them cost a caller nothing.
        var tolerance: Duration {
            switch self {
            case .drawings: .zero
            case .texts: .seconds(10)
            }
        }
    }

    /// The jobs of one kind and one caller.
    private struct Debtor: Hashable {
        let caller: WorkerPool.Caller
        let kind: Kind
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
    /// a worker, and the texts of one caller that end processes no more than that of a typesetting process.
    static let memory = 10

    private let deadline: Duration
    private let overruns = MemoryTier<Name, Overrun>(budget: budget)

    /// The times from which on drawings or texts of callers are drawn again.
    private let debtors = MemoryTier<Debtor, ContinuousClock.Instant>(budget: budget)

    /// Creates an empty list of the renderings that overran a deadline.
    init(deadline: Duration) { self.deadline = deadline }

    /// The error with which to refuse a job because of earlier ones; nil if it may be tried now.
    ///
    /// - Parameters:
    ///   - name: The pictures that the job reads.
    ///   - price: The price of the job.
    ///   - caller: The client for whom the job would run.
    ///   - now: The current time.
    /// - Returns: ``ServiceError/overrun(wait:)`` because of its pictures, ``ServiceError/indebted(wait:)``
    ///   because of its caller, or nil.
    func refusal(
        of name: Name,
        at price: RenderEstimate,
        from caller: WorkerPool.Caller,
        now: ContinuousClock.Instant = .now
    ) -> ServiceError? {
        if let overrun = overruns.value(for: name), price.work >= overrun.work, overrun.end > now {
            return .overrun(wait: overrun.end - now)
        }
        let waits = Kind.allCases.compactMap { kind -> Duration? in
            guard kind.contains(price) else { return nil }
            let end = debtors.value(for: Debtor(caller: caller, kind: kind)) ?? now
            return end - kind.tolerance > now ? end - kind.tolerance - now : nil
        }
        return waits.max().map { .indebted(wait: $0) }
    }

    /// Remembers a job that its deadline ended, if it had a worker for nearly all of that time, one that took
    /// far more than its price, and one whose text ended the processes that drew it.
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
        if case .text(.breaksLibraries) = error { charge(.texts, of: caller, spent, now) }
        let isLate = error == .deadlineExceeded && spent >= deadline * Self.leastShare
        guard isLate || error == .codec(.tooMuchWork) else { return }
        let earlier = overruns.peek(name).flatMap { now < $0.end ? $0.work : nil }
        let work = min(price.work, earlier ?? price.work)
        overruns.insert(
            Overrun(work: work, end: now + deadline * Self.memory),
            for: name,
            cost: Self.cost + name.others.count * Self.costOfOther
        )
        if price.isGuess { charge(.drawings, of: caller, spent, now) }
    }

    /// Refuses a kind of jobs of a caller for a time in proportion to what one of them took.
    private func charge(
        _ kind: Kind,
        of caller: WorkerPool.Caller,
        _ spent: Duration,
        _ now: ContinuousClock.Instant
    ) {
        let debtor = Debtor(caller: caller, kind: kind)
        let end = max(now, debtors.peek(debtor) ?? now) + spent * Self.memory
        debtors.insert(end, for: debtor, cost: Self.cost)
    }

    /// The digests of the images whose overruns are remembered.
    var pictures: Set<Digest> { overruns.keys.reduce(into: []) { $0.formUnion($1.pictures) } }

    /// Forgets the overruns of some images.
    func forget(sources: Set<Digest>) {
        overruns.remove { !$0.pictures.isDisjoint(with: sources) }
    }
}
