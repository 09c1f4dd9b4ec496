// SPDX-License-Identifier: Apache-2.0

import Platform
import Store
import Synchronization

/// The expiry times of stored pictures that are in memory.
///
/// A picture counts as absent from that second on (``isPast(_:)``). The memory for it is released a little
/// later, by one caller of ``beginForgetting()`` at a time.
final class Expiries: Sendable {
    /// The pictures whose expiry times have passed at a given time.
    struct Due: Sendable {
        /// The time for which expired pictures were searched, in seconds since 1970.
        let time: Int
        /// The digests of the expired pictures.
        let digests: Set<Digest>
    }

    private struct State {
        var digests: [Int: Set<Digest>] = [:]
        /// The expiry times in `digests`, in ascending order.
        var order: [Int] = []
        var times: [Digest: Int] = [:]
        var limit = smallest

        /// The number of pictures up to which ``Expiries/prune(keeping:)`` drops no entry.
        static let smallest = 4_096

        mutating func set(_ expiry: Int?, of digest: Digest) {
            if let old = times.removeValue(forKey: digest) {
                digests[old]?.remove(digest)
                if digests[old]?.isEmpty == true {
                    digests[old] = nil
                    order.remove(at: place(of: old))
                }
            }
            guard let expiry else { return }
            times[digest] = expiry
            if digests[expiry] == nil { order.insert(expiry, at: place(of: expiry)) }
            digests[expiry, default: []].insert(digest)
        }

        /// The index of a time in `order`: the number of earlier times.
        private func place(of time: Int) -> Int {
            var (low, high) = (0, order.count)
            while low < high {
                let middle = (low + high) / 2
                if order[middle] < time { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// Removes the expiry times of expired pictures, unless they have been set to later ones.
        mutating func forget(_ due: Due) {
            let past = order.prefix { $0 <= due.time }
            order.removeFirst(past.count)
            for digest in due.digests where times[digest].map({ $0 <= due.time }) == true {
                times[digest] = nil
            }
            // Another picture may have got an expired time since the expired ones were listed.
            var rest: [Int] = []
            for time in past {
                digests[time]?.subtract(due.digests)
                if digests[time]?.isEmpty == true { digests[time] = nil } else { rest.append(time) }
            }
            order.insert(contentsOf: rest, at: 0)
        }
    }

    /// The earliest expiry time, in seconds since 1970; read on each request, without a lock.
    private let next = Atomic<Int>(.max)
    private let isForgetting = Atomic(false)
    private let state = Mutex(State())
    private let clock: @Sendable () -> Int

    /// Creates an empty table of expiry times, with a clock of seconds since 1970.
    init(clock: @escaping @Sendable () -> Int = Syscall.wallSeconds) { self.clock = clock }

    /// Sets the expiry time of a picture, in seconds since 1970; nil for never.
    func set(_ expiry: Int?, of digest: Digest) {
        state.withLock { state in
            state.set(expiry, of: digest)
            // If this time is earlier than the earliest entry, nothing is found to be due then.
            if let expiry, expiry < next.load(ordering: .relaxed) {
                next.store(expiry, ordering: .relaxed)
            }
        }
    }

    /// The earliest expiry time of some pictures; nil if none of them expires.
    func earliest(of digests: [Digest]) -> Int? {
        guard next.load(ordering: .relaxed) != .max else { return nil }
        return state.withLock { state in digests.compactMap { state.times[$0] }.min() }
    }

    /// The earliest expiry time of the pictures of a result; nil if none of them expires.
    func earliest(of key: ResultKey) -> Int? { earliest(of: [key.source] + key.resources) }

    /// Removes the expiry times of pictures that are no longer in memory, once there are many.
    func prune(keeping isInMemory: (Digest) -> Bool) {
        state.withLock { state in
            guard state.times.count > state.limit else { return }
            for digest in state.times.keys where !isInMemory(digest) { state.set(nil, of: digest) }
            state.limit = max(State.smallest, 2 * state.times.count)
        }
    }

    // MARK: Forgetting

    private var isAnyDue: Bool {
        let time = next.load(ordering: .relaxed)
        return time != .max && time <= clock()
    }

    /// Whether a picture has expired.
    func isPast(_ digest: Digest) -> Bool {
        guard isAnyDue else { return false }
        let now = clock()
        return state.withLock { $0.times[digest].map { $0 <= now } ?? false }
    }

    /// Whether the caller must now remove the expired pictures, and call ``endForgetting(_:)``.
    func beginForgetting() -> Bool {
        isAnyDue && !isForgetting.exchange(true, ordering: .acquiring)
    }

    /// Finds the expired pictures; their expiry times stay until ``endForgetting(_:)``.
    func due() -> Due {
        let now = clock()
        return state.withLock { state in
            let past = state.order.prefix { $0 <= now }
            return Due(time: now, digests: Set(past.flatMap { state.digests[$0] ?? [] }))
        }
    }

    /// Removes the expiry times of expired pictures that have been removed from memory.
    func endForgetting(_ due: Due) {
        state.withLock { state in
            state.forget(due)
            next.store(state.order.first ?? .max, ordering: .relaxed)
        }
        isForgetting.store(false, ordering: .releasing)
    }
}
