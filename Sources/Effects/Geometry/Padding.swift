// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A larger frame around a picture, and what fills the rest of it.
package struct Padding: Hashable, Sendable {
    /// A content of the frame outside of the picture.
    package enum Fill: Hashable, Sendable {
        /// A color.
        case color(StraightColor)
        /// Colors along a line, in pixels of the frame.
        case gradient(Gradient)
        /// The picture, mirrored at its edges as often as necessary.
        case mirror
        /// The picture itself, covering the frame, under filters that use no other picture.
        case backdrop(Resize, [Filter])
    }

    /// The frame; its origin is the negative position of the picture in it.
    ///
    /// In pixels of the picture, which lies inside of it.
    package let frame: PixelRect

    /// The content of the frame outside of the picture.
    package let fill: Fill

    /// Creates a padding.
    package init(frame: PixelRect, fill: Fill) {
        self.frame = frame
        self.fill = fill
    }

    /// The canonical description.
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
