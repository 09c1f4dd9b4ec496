// SPDX-License-Identifier: Apache-2.0

/// Other work that a thread can do while it waits for another process.
///
/// A pool of workers provides one for each job, and the code that waits offers its time: so a wait occupies no
/// worker, and the pool needs no further threads, whose number it would have to limit. The awaited process is
/// stopped meanwhile, so that no more CPUs are used than there are workers.
package struct Errand: Sendable {
    /// The errand of the calling thread; nil if it has none.
    @TaskLocal package static var current: Errand?

    /// The number of errands within which this one is.
    package let depth: Int

    /// Whether there is work that is much shorter than the job, which so far has taken the given time.
    package let isWanted: @Sendable (_ spent: Duration) -> Bool

    /// Does the shorter work, if it is still there.
    package let run: @Sendable (_ spent: Duration) -> Void

    /// Creates an errand from its work, one level below that of the calling thread.
    package init(
        isWanted: @escaping @Sendable (_ spent: Duration) -> Bool,
        run: @escaping @Sendable (_ spent: Duration) -> Void
    ) {
        depth = Self.current.map { $0.depth + 1 } ?? 0
        self.isWanted = isWanted
        self.run = run
    }
}
