// SPDX-License-Identifier: Apache-2.0

import Raster
import Synchronization

/// A decision about a render, made once, on first use.
///
/// A request that is answered from the cache needs neither the price nor the route of its render. A
/// request that is refused needs the price, but not the route, whose blurs take long to design.
final class RenderDecision<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    /// Whether it is made already.
    var isMade: Bool { made.withLock { $0 != nil } }

    /// Returns the decision, which is made on first use; after an error it is made again.
    ///
    /// - Parameter make: Decides; equal for every call.
    /// - Returns: The decision.
    /// - Throws: The error of the closure.
    func value<Failure: Error>(
        _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let value = made.withLock({ $0 }) { return value }
        // Without the lock, as a codec may be waited for. A thread that comes meanwhile decides the same.
        let value = try make()
        made.withLock { $0 = value }
        return value
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
