// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A resizing that keeps the borders of an image, and stretches or repeats its middle.
///
/// Corners keep their size, and edges are stretched along one axis. Nothing is interpolated across the
/// border of two of the nine parts. Caps that are together longer than the result shrink by the same factor.
package struct CapStretch: Hashable, Sendable {
    /// The result size, in pixels.
    package let size: PixelSize

    /// The widths of the borders that are not stretched, in pixels of the image.
    package let caps: PictureForm.Caps

    /// Creates a resizing to a size, with borders that are not stretched.
    package init(size: PixelSize, caps: PictureForm.Caps) {
        self.size = size
        self.caps = caps
    }

    /// The size and the borders as a canonical value, for cache keys.
    var value: PlanValue {
        .record(
            "stretch",
            [
                .init("width", .number(Double(size.width))),
                .init("height", .number(Double(size.height))),
                .init(
                    "caps",
                    .list(
                        [caps.top, caps.right, caps.bottom, caps.left].map { .number(Double($0)) }
                    )
                ),
                .init("resizing", .text(caps.resizing.rawValue)),
            ]
        )
    }
}

extension Geometry {
    /// The widths of an image's borders that are not stretched, as a request states them.
    package struct Caps: Hashable, Sendable {
        /// The widths of the borders, each at least 0; percentages refer to the image's size.
        package var top, right, bottom, left: Length

        /// Creates cap insets from the widths of the four borders.
        package init(top: Length, right: Length, bottom: Length, left: Length) {
            self.top = top
            self.right = right
            self.bottom = bottom
            self.left = left
        }
    }

    /// Plans to crop a part of an image, stretch it between its borders, and turn it.
    func steps(
        stretching part: PixelRect,
        between caps: Caps,
        on upright: PixelSize,
        scale: Double
    ) throws(GeometryError) -> [Reshaping] {
        func pixels(_ length: Length, of side: Int) -> Int {
            Int((length.pixels(scale: scale, of: Double(side)) + 0.5).rounded(.down))
        }
        let picture = part.size
        let inPixels = PictureForm.Caps(
            top: pixels(caps.top, of: picture.height),
            left: pixels(caps.left, of: picture.width),
            bottom: pixels(caps.bottom, of: picture.height),
            right: pixels(caps.right, of: picture.width),
            resizing: capResizing
        )
        guard inPixels.top + inPixels.bottom < picture.height,
            inPixels.left + inPixels.right < picture.width
        else { throw GeometryError(.noMiddle(picture), of: .caps) }
        var steps: [Reshaping] = picture == upright ? [] : [.crop(part)]
        let sides = [width, height].compactMap(\.self).map {
            max(1, Int(($0.pixels(scale: scale, of: 0) + 0.5).rounded(.down)))
        }
        guard sides.count == 2 else { throw GeometryError(.needsBothSides, of: .caps) }
        let size = turn.size(of: PixelSize(width: sides[0], height: sides[1]))
        if size != picture { steps.append(.stretch(CapStretch(size: size, caps: inPixels))) }
        if !turn.isIdentity { steps.append(.turn(turn)) }
        return steps
    }
}
