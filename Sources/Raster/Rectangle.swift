// SPDX-License-Identifier: Apache-2.0

/// A position in pixels; (0, 0) is the top left corner of the first pixel, not its center.
public struct Point: Hashable, Sendable {
    /// The distance from the left edge of the picture.
    public var x: Double
    /// The distance from the top edge of the picture.
    public var y: Double

    /// Creates a position.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle with fractional coordinates, in pixels.
public struct Rectangle: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The distance from the left edge to the right edge.
    public var width: Double
    /// The distance from the top edge to the bottom edge.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    public var maxX: Double { x + width }

    /// The bottom edge.
    public var maxY: Double { y + height }

    /// The smallest rectangle of whole pixels around it, clipped to a picture of a given size.
    public func pixels(within size: PixelSize) -> PixelRect {
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
