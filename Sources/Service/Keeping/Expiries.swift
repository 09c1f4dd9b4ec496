// SPDX-License-Identifier: Apache-2.0

import Platform
import Store
import Synchronization

/// The times from which pictures in memory are not kept any more.
final class Expiries: Sendable {
    private struct State {
        var digests: [Int: Set<Digest>] = [:]
        var times: [Digest: Int] = [:]
        var limit = smallest

        /// The number of times up to which none is forgotten.
        static let smallest = 4_096

        mutating func set(_ expiry: Int?, of digest: Digest) {
            if let old = times.removeValue(forKey: digest) {
                digests[old]?.remove(digest)
                if digests[old]?.isEmpty == true { digests[old] = nil }
            }
            guard let expiry else { return }
            times[digest] = expiry
            digests[expiry, default: []].insert(digest)
        }
    }

    /// The earliest time, in seconds since 1970; read on each request, without a lock.
    private let next = Atomic<Int>(.max)
    private let state = Mutex(State())
    private let clock: @Sendable () -> Int

    /// Creates an empty list.
    init(clock: @escaping @Sendable () -> Int = Syscall.wallSeconds) { self.clock = clock }

    /// Sets the time of a picture; nil for never.
    func set(_ expiry: Int?, of digest: Digest) {
        state.withLock { state in
            state.set(expiry, of: digest)
            // A time that is too early finds nothing due.
            if let expiry, expiry < next.load(ordering: .relaxed) {
                next.store(expiry, ordering: .relaxed)
            }
        }
    }

    /// The earliest time of some pictures; nil if all are kept for good.
    func earliest(of digests: [Digest]) -> Int? {
        guard next.load(ordering: .relaxed) != .max else { return nil }
        return state.withLock { state in digests.compactMap { state.times[$0] }.min() }
    }

    /// The earliest time of the pictures of a result; nil if all are kept for good.
    func earliest(of key: ResultKey) -> Int? { earliest(of: [key.source] + key.resources) }

    /// Forgets the times of pictures that are not in memory any more, once there are many.
    func prune(keeping isInMemory: (Digest) -> Bool) {
        state.withLock { state in
            guard state.times.count > state.limit else { return }
            for digest in state.times.keys where !isInMemory(digest) { state.set(nil, of: digest) }
            state.limit = max(State.smallest, 2 * state.times.count)
        }
    }

    /// Removes and returns the pictures whose time has come.
    func takeDue() -> Set<Digest> {
        guard next.load(ordering: .relaxed) != .max else { return [] }
        let now = clock()
        guard next.load(ordering: .relaxed) <= now else { return [] }
        return state.withLock { state in
            var due: Set<Digest> = []
            for time in state.digests.keys.filter({ $0 <= now }) {
                due.formUnion(state.digests.removeValue(forKey: time) ?? [])
            }
            for digest in due { state.times[digest] = nil }
            next.store(state.digests.keys.min() ?? .max, ordering: .relaxed)
            return due
        }
    }
}
