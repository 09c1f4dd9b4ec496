// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization

/// The keys of results that were requested recently, by which a second request is recognized.
///
/// A result is worth a place in the store from its second request on: most are requested once. Only
/// keys are remembered, in two sets of which the older one is dropped when the newer one is full.
final class SecondRequests: Sendable {
    /// The greatest number of results that each of the two sets remembers.
    static let halfCount = 16_384

    private let halves = Mutex<(new: Set<Digest>, old: Set<Digest>)>(([], []))

    /// Records a request for a result, and returns whether it was requested before.
    func isSecond(_ key: Digest) -> Bool {
        halves.withLock { halves in
            guard !halves.new.contains(key), !halves.old.contains(key) else { return true }
            if halves.new.count >= Self.halfCount {
                halves.old = halves.new
                halves.new = []
            }
            halves.new.insert(key)
            return false
        }
    }
}

/// A flag of a cached result, set by its first use, which writes the result to the store.
final class FirstUse: Sendable {
    private let hasCome = Atomic(false)

    /// Records a use of the result, and returns whether it is the first.
    @inline(__always)
    func take() -> Bool {
        guard !hasCome.load(ordering: .relaxed) else { return false }
        return !hasCome.exchange(true, ordering: .relaxed)
    }
}
