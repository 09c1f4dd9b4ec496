// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Synchronization

/// Facts about a rendering for its answers, such as its times and the damage of its pictures.
final class RenderFlight: Sendable {
    /// The greatest time by which all pauses for slow readers extend a rendering's deadline.
    static let maximumParking = Duration.seconds(120)

    private struct State {
        var waited: Duration?
        var timings: RenderTimings?
        var damage: Set<Damage> = []
        var isFound = false
        var parkedSince: ContinuousClock.Instant?
        var parked: Duration = .zero
    }

    private let state = Mutex(State())

    /// The time that the rendering waited for its worker, once it has one.
    var waited: Duration? {
        get { state.withLock { $0.waited } }
        set { state.withLock { $0.waited = newValue } }
    }

    /// The times of the stages, once the rendering is complete.
    var timings: RenderTimings? {
        get { state.withLock { $0.timings } }
        set { state.withLock { $0.timings = newValue } }
    }

    /// The damage that was found so far in the pictures of the rendering.
    var damage: Set<Damage> {
        get { state.withLock { $0.damage } }
        set { state.withLock { $0.damage = newValue } }
    }

    /// Whether the result was found in the store and is not rendered.
    var isFound: Bool {
        get { state.withLock { $0.isFound } }
        set { state.withLock { $0.isFound = newValue } }
    }

    /// Records that the rendering pauses without a worker until its readers have caught up.
    func park(now: ContinuousClock.Instant = .now) {
        state.withLock { $0.parkedSince = now }
    }

    /// Records that the rendering continues; returns the time to add to its deadline for the pause.
    ///
    /// The sum for one rendering is at most ``maximumParking``, because a parked rendering holds
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
