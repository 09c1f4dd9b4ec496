// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Synchronization

/// Returns freed memory to the system when the service falls idle, and now and then while it is busy.
///
/// The allocator keeps what was freed for later use, per thread and without limit: after one dear
/// rendering hundreds of megabytes would stay resident for good. Returning it costs a walk through all
/// free blocks, and later page faults, so it is done about a second after the last request, and every
/// ten seconds while requests go on. A service that has nothing to do sets no timers.
final class MemoryReturn: Sendable {
    /// The time without requests after which the service counts as idle.
    static let pause = DispatchTimeInterval.seconds(1)

    /// The number of ``pause`` intervals between two returns of memory while requests go on.
    static let busyPauses = 10

    /// The number of exchanges that ended since the start.
    private let ended = Atomic(0)
    private let isPlanned = Atomic(false)
    private let queue = DispatchQueue(label: "memory return", qos: .utility)
    private let giveBack: @Sendable () -> Void

    /// Creates a schedule of returns of memory; the first one follows the end of an exchange.
    ///
    /// - Parameter giveBack: Returns freed memory to the system.
    init(giveBack: @escaping @Sendable () -> Void = { Syscall.returnFreedMemory() }) {
        self.giveBack = giveBack
    }

    /// Records the end of an exchange, from any thread, and plans a return of memory.
    func exchangeEnded() {
        ended.add(1, ordering: .relaxed)
        guard !isPlanned.load(ordering: .relaxed) else { return }
        guard !isPlanned.exchange(true, ordering: .acquiringAndReleasing) else { return }
        plan(lastCount: -1, pauses: 0)
    }

    private func plan(lastCount: Int, pauses: Int) {
        queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
            self?.check(lastCount, pauses + 1)
        }
    }

    /// Returns freed memory if no exchange has ended since the last check, or after many checks.
    private func check(_ lastCount: Int, _ pauses: Int) {
        let count = ended.load(ordering: .relaxed)
        let isIdle = count == lastCount
        if isIdle {
            // Before the memory is returned, so that what is freed meanwhile is planned for anew.
            isPlanned.store(false, ordering: .releasing)
            giveBack()
        } else if pauses == Self.busyPauses {
            giveBack()
            plan(lastCount: count, pauses: 0)
        } else {
            plan(lastCount: count, pauses: pauses)
        }
    }
}
