// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization

/// The results that were asked for once, a short time ago.
///
/// A result is worth a place in the store from its second request on: most are asked for once. Only names are
/// remembered, in two halves of which the older one is forgotten when the newer one is full.
final class SecondRequests: Sendable {
    /// The number of names in each half.
    static let halfCount = 16_384

    private let halves = Mutex<(new: Set<Digest>, old: Set<Digest>)>(([], []))

    /// Whether a result was asked for before; remembers that it was.
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

/// The mark of a result in memory that goes to the store when it is used.
final class FirstUse: Sendable {
    private let hasCome = Atomic(false)

    /// Whether this is the first use.
    @inline(__always)
    func take() -> Bool {
        guard !hasCome.load(ordering: .relaxed) else { return false }
        return !hasCome.exchange(true, ordering: .relaxed)
    }
}
