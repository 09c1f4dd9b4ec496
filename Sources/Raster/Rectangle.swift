// SPDX-License-Identifier: Apache-2.0

/// A position in pixels; (0, 0) is the top left corner of the first pixel, not its center.
package struct Point: Hashable, Sendable {
    /// The distance from the left edge of the image.
    package var x: Double
    /// The distance from the top edge of the image.
    package var y: Double

    /// Creates a position from its distances to the left and top edges of the image.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle with fractional coordinates, in pixels.
package struct Rectangle: Hashable, Sendable {
    /// The left edge.
    package var x: Double
    /// The top edge.
    package var y: Double
    /// The distance from the left edge to the right edge.
    package var width: Double
    /// The distance from the top edge to the bottom edge.
    package var height: Double

    /// Creates a rectangle from its left and top edges, its width and its height.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    package var maxX: Double { x + width }

    /// The bottom edge.
    package var maxY: Double { y + height }

    /// The smallest rectangle of whole pixels that contains this one, clipped to an image of a
    /// given size.
    package func pixels(within size: PixelSize) -> PixelRect {
        func edge(_ value: Double, _ limit: Int) -> Int {
            Int(min(max(value, 0), Double(limit)))
        }
        let left = edge(x.rounded(.down), size.width)
        let top = edge(y.rounded(.down), size.height)
        return PixelRect(
            x: left,
            y: top,
            width: edge(maxX.rounded(.up), size.width) - left,
            height: edge(maxY.rounded(.up), size.height) - top
        )
    }
}
