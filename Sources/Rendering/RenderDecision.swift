// SPDX-License-Identifier: Apache-2.0

import Raster
import Synchronization

/// A decision about a render, made once, on first use.
///
/// A request that is answered from the cache needs neither the price nor the route of its render. A
/// request that is refused needs the price, but not the route, whose blurs take long to design.
final class RenderDecision<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    /// Stores the closure that decides; it runs on first use of ``value``.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// Whether ``value`` is computed already.
    var isMade: Bool { made.withLock { $0 != nil } }

    /// The decision; made on first use.
    var value: Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}

/// The decisions about a render that its worker needs.
struct RenderDesign: Sendable {
    /// The form in which samples travel.
    let route: RenderRoute
    /// The color space.
    let space: WorkingSpace
}

/// The form in which samples travel from the source file to the result: bands of pixels, or planes.
enum RenderRoute: Sendable {
    /// Bands of pixels, which pass through stages: for any plan and any pair of formats.
    ///
    /// Where the planes of a JPEG can be resized while they are decoded, the stages follow that.
    case bands([PlannedStage<Straight>], ResizedPlanes?)
    /// The planes that a JPEG stores, never converted to pixels.
    ///
    /// Faster; only taken where it gives the same picture.
    case planes(PlaneRoute)

    /// Whether the samples stay in the planes of the JPEG.
    var isPlanes: Bool { if case .planes = self { true } else { false } }
}
