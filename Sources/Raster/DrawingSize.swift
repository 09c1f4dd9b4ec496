// SPDX-License-Identifier: Apache-2.0

/// The size that a vector drawing states, in pixels before rounding.
///
/// A drawing of 10.5 by 5.25 pixels has 11 by 5 whole ones. These are no longer twice as wide as high, so sizes
/// that are computed from it begin here.
package struct DrawingSize: Hashable, Sendable {
    /// The width in pixels; positive and finite.
    package let width: Double

    /// The height in pixels; positive and finite.
    package let height: Double

    /// Creates a size from a positive width and height.
    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The size in whole pixels, each at least 1.
    package var pixels: PixelSize { scaled(by: 1) }

    /// The size at which the longer side has as many pixels as any box may have, to compute proportions in whole
    /// pixels.
    package var proportions: PixelSize { scaled(by: 65_535 / max(width, height)) }

    /// The size in whole pixels after both sides were multiplied.
    package func scaled(by factor: Double) -> PixelSize {
        func side(_ length: Double) -> Int { Int(max(1, min(length * factor + 0.5, 1e9))) }
        return PixelSize(width: side(width), height: side(height))
    }
}
