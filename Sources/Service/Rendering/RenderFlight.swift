// SPDX-License-Identifier: Apache-2.0

import Rendering
import Synchronization

/// What becomes known of a rendering while it goes on.
final class RenderFlight: Sendable {
    private struct State {
        var waited: Duration?
        var timings: RenderTimings?
        var parkedSince: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// How long the rendering waited for its worker.
    var waited: Duration? {
        get { state.withLock { $0.waited } }
        set { state.withLock { $0.waited = newValue } }
    }

    /// Where the time went, once the rendering is done.
    var timings: RenderTimings? {
        get { state.withLock { $0.timings } }
        set { state.withLock { $0.timings = newValue } }
    }

    /// Notes that the rendering gives its worker back until its readers have caught up.
    func park(now: ContinuousClock.Instant = .now) {
        state.withLock { $0.parkedSince = now }
    }

    /// How long the rendering was parked before this call; zero when it was not.
    func unpark(now: ContinuousClock.Instant = .now) -> Duration {
        state.withLock { state in
            defer { state.parkedSince = nil }
            return state.parkedSince.map { now - $0 } ?? .zero
        }
    }
}
