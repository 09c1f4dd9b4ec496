// SPDX-License-Identifier: Apache-2.0

import Raster
import Synchronization

/// The route and the estimate of a render, computed once, on first use.
///
/// Designing a blur takes time. A request that is answered from the cache does not need it.
final class RenderDecision: Sendable {
    typealias Value = (route: RenderRoute, estimate: RenderEstimate)

    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    /// Stores the closure that decides; it runs on first use of ``value``.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// Whether ``value`` is computed already.
    var isMade: Bool { made.withLock { $0 != nil } }

    /// The route and the estimate; computed on first use.
    var value: Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}

/// The form in which samples travel from the source file to the result: bands of pixels, or planes.
enum RenderRoute: Sendable {
    /// Bands of pixels, which pass through stages: for any plan and any pair of formats.
    case bands([PlannedStage<Straight>])
    /// The planes that a JPEG stores, never converted to pixels.
    ///
    /// Faster; only taken where it gives the same picture.
    case planes(PlaneRoute)

    /// Whether the samples stay in the planes of the JPEG.
    var isPlanes: Bool { if case .planes = self { true } else { false } }
}
