// SPDX-License-Identifier: Apache-2.0

import Raster
import Synchronization

/// A value of a render, such as its cost, computed on first use and then kept.
///
/// A request that is answered from the cache needs neither the price nor the route of its render. A
/// request that is refused needs the price, but not the route, whose blurs take long to design.
package final class RenderDecision<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    /// Creates a value that is not computed yet.
    package init() {}

    /// Whether the value is computed already.
    var isMade: Bool { made.withLock { $0 != nil } }

    /// Returns the value, computed on first use; after an error it is computed again.
    ///
    /// - Parameter make: Computes the value; has the same result at every call.
    /// - Returns: The value.
    /// - Throws: The error of the closure.
    package func value<Failure: Error>(
        _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let value = made.withLock({ $0 }) { return value }
        // Without the lock, as a codec may be waited for. A thread that comes meanwhile decides the same.
        let value = try make()
        made.withLock { $0 = value }
        return value
    }
}

/// The route and the color space of a render, needed by its worker.
struct RenderDesign: Sendable {
    /// The form of the samples from the source file to the result: bands of pixels, or planes.
    let route: RenderRoute
    /// The color space in which the render computes.
    let space: WorkingSpace
}

/// The form of the samples from the source file to the result: bands of pixels, or planes.
enum RenderRoute: Sendable {
    /// Bands of pixels that pass through stages, for any plan and any pair of formats.
    ///
    /// Where the planes of a JPEG can be resized while they are decoded, the stages follow that.
    case bands([PlannedStage<Straight>], ResizedPlanes?)
    /// The planes that a JPEG stores, never converted to pixels.
    ///
    /// Faster; only taken where it gives the same image.
    case planes(PlaneRoute)

    /// Whether the samples stay in the planes of the JPEG.
    var isPlanes: Bool { if case .planes = self { true } else { false } }
}
