// SPDX-License-Identifier: Apache-2.0

import Rendering
import Synchronization

/// What becomes known of a rendering while it goes on.
final class RenderFlight: Sendable {
    private struct State {
        var waited: Duration?
        var timings: RenderTimings?
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
}
