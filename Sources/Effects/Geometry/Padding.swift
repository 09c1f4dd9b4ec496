// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A larger frame around an image, and the way to fill it.
package struct Padding: Hashable, Sendable {
    /// The way to fill the frame outside of the image.
    package enum Fill: Hashable, Sendable {
        /// Fills the frame with a color.
        case color(StraightColor)
        /// Fills the frame with a gradient, in pixels of the frame.
        case gradient(Gradient)
        /// Continues the image by mirroring it at its edges, as often as necessary.
        case mirror
        /// Fills the frame with an enlarged copy of the image, under filters that use no other
        /// image.
        case backdrop(Resize, [Filter])
    }

    /// The frame, in pixels from the top left of the image; its x and y are at most 0.
    ///
    /// In pixels of the image; the image lies inside of it.
    package let frame: PixelRect

    /// The way to fill the frame outside of the image.
    package let fill: Fill

    /// Creates a padding from its frame and the way to fill it.
    package init(frame: PixelRect, fill: Fill) {
        self.frame = frame
        self.fill = fill
    }

    /// The frame and its fill as a canonical value, for cache keys.
    var value: PlanValue {
        let fill: PlanValue =
            switch fill {
            case .color(let color): .record("color", [.init("color", color.planValue)])
            case .gradient(let gradient): gradient.value
            case .mirror: .text("mirror")
            case .backdrop(let resize, let filters):
                .record(
                    "backdrop",
                    [
                        .init("resize", resize.value),
                        .init(
                            "filters",
                            .list(filters.filter { !$0.isIdentity }.map(\.value))
                        ),
                    ]
                )
            }
        return .record("pad", [.init("frame", frame.planValue), .init("fill", fill)])
    }
}
