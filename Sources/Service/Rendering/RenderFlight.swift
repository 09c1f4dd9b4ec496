// SPDX-License-Identifier: Apache-2.0

import Rendering
import Synchronization

/// What becomes known of a rendering while it goes on.
final class RenderFlight: Sendable {
    /// How long a rendering may be parked without its deadline coming closer.
    static let maximumParking = Duration.seconds(120)

    private struct State {
        var waited: Duration?
        var timings: RenderTimings?
        var parkedSince: ContinuousClock.Instant?
        var parked: Duration = .zero
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

    /// Says by how much the deadline may move, because the rendering was parked until now.
    ///
    /// All times together it is no more than ``maximumParking``, as a parked rendering holds
    /// memory that others wait for.
    func unpark(now: ContinuousClock.Instant = .now) -> Duration {
        state.withLock { state in
            guard let since = state.parkedSince else { return .zero }
            state.parkedSince = nil
            let grace = max(.zero, min(now - since, Self.maximumParking - state.parked))
            state.parked += grace
            return grace
        }
    }
}
