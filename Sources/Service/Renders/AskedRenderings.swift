// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The renderings that were begun recently, as hashes of their requests.
///
/// While the queue is full, a request for a rendering is refused before its parameters are read,
/// unless the same was asked for before: then the result may be in the cache, or on its way. A hash
/// that two requests share costs one of them its early refusal, and nothing else.
final class AskedRenderings: Sendable {
    /// The number of hashes in each of the two generations; the older one is dropped when the
    /// younger one is full.
    static let generationCount = 1 << 15

    private struct State {
        var young: Set<Int> = []
        var old: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Records that a rendering was begun.
    func insert(_ name: KnownRendering.Name) {
        let hash = name.hashValue
        state.withLock { state in
            if state.young.count >= Self.generationCount {
                state.old = state.young
                state.young = []
            }
            state.young.insert(hash)
        }
    }

    /// Whether the same rendering was begun lately.
    func contains(_ name: KnownRendering.Name) -> Bool {
        let hash = name.hashValue
        return state.withLock { $0.young.contains(hash) || $0.old.contains(hash) }
    }
}
