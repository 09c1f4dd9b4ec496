// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What other threads want an event loop to do, in the order in which they asked.
///
/// Its owner takes all errands at once, and says when it goes to sleep, so that a loop that is at
/// work is never rung for.
struct Mailbox: Sendable {
    /// Something to be done on the thread of a loop.
    typealias Errand = @Sendable (EventLoop) -> Void

    /// What became of an errand.
    enum Receipt: Sendable {
        /// The loop will do it without being told.
        case noted
        /// The loop sleeps: who asked has to ring.
        case mustRing
        /// The loop has ended; nothing will be done.
        case refused
    }

    private var errands: [Errand] = []
    private var isOwnerAsleep = false
    private var isClosed = false

    /// Leaves an errand.
    mutating func leave(_ errand: @escaping Errand) -> Receipt {
        guard !isClosed else { return .refused }
        errands.append(errand)
        defer { isOwnerAsleep = false }
        return isOwnerAsleep ? .mustRing : .noted
    }

    /// Takes all errands; where there are none, the owner counts as asleep if it wants to sleep.
    mutating func take(thenSleep wantsSleep: Bool) -> [Errand] {
        guard !errands.isEmpty else {
            isOwnerAsleep = wantsSleep
            return []
        }
        defer { errands = [] }
        return errands
    }

    /// Hears that the owner is awake for another reason than a ring.
    mutating func wake() {
        isOwnerAsleep = false
    }

    /// Refuses all errands from now on.
    ///
    /// - Returns: What was left before and nobody will do, to be released where no lock is held: what
    ///   an errand holds may have a last wish of its own.
    mutating func close() -> [Errand] {
        isClosed = true
        defer { errands = [] }
        return errands
    }
}
