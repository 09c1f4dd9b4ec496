// SPDX-License-Identifier: Apache-2.0

/// The shares of the workers that callers have had, by which the pool chooses the caller that is next.
///
/// Each caller has a clock, in passes over a sample, that advances by the work of its started jobs. The next job is the
/// one that would end first on the clock of its caller. So callers that wait get equal shares, however many jobs each
/// of them has, and shorter jobs precede longer ones. A caller that returns begins at the common clock: it is neither
/// paid for its absence nor charged for workers that nobody else wanted.
///
/// Reference: P. Goyal, H. M. Vin, H. Cheng, "Start-Time Fair Queueing", IEEE/ACM Transactions on Networking 5(5), 1997.
struct CallerShares {
    /// The greatest number of callers whose clocks are remembered.
    private static let limit = 4096

    /// The common clock: the latest time at which a started job began on the clock of its caller.
    private var now = 0.0
    private var clocks: [WorkerPool.Caller: Double] = [:]

    /// The time on the clock of a caller.
    func clock(of caller: WorkerPool.Caller) -> Double { max(now, clocks[caller] ?? now) }

    /// Advances the clock of a caller by a job that starts.
    mutating func start(_ work: Int, of caller: WorkerPool.Caller) {
        let begin = clock(of: caller)
        now = max(now, begin)
        if clocks.count >= Self.limit { clocks = [:] }
        clocks[caller] = begin + Double(work)
    }

    /// Forgets all clocks, because nobody waits.
    mutating func reset() { self = CallerShares() }
}
