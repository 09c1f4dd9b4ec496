// SPDX-License-Identifier: Apache-2.0

/// A rectangle of whole pixels; (0, 0) is the top left pixel of the image.
package struct PixelRect: Hashable, Sendable {
    /// The leftmost column.
    package var x: Int
    /// The topmost row.
    package var y: Int
    /// The width and height.
    package var size: PixelSize

    /// Creates a rectangle from its leftmost column, its topmost row, and its width and height.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        size = PixelSize(width: width, height: height)
    }

    /// The range of columns.
    package var columns: Range<Int> { x..<(x + size.width) }

    /// The range of rows.
    package var rows: Range<Int> { y..<(y + size.height) }

    /// Whether the rectangle contains no pixel.
    package var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Whether the rectangle is not empty, and lies inside of another.
    package func isInside(_ other: PixelRect) -> Bool {
        !isEmpty && x >= other.x && y >= other.y
            && size.width <= other.size.width - (x - other.x)
            && size.height <= other.size.height - (y - other.y)
    }

    /// The smallest rectangle that contains this one and another.
    package func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(
            x: left,
            y: top,
            width: max(columns.upperBound, other.columns.upperBound) - left,
            height: max(rows.upperBound, other.rows.upperBound) - top
        )
    }

    /// The overlap of this rectangle and another; of size zero where they do not overlap.
    package func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(x + size.width, other.x + other.size.width)
        let bottom = min(y + size.height, other.y + other.size.height)
        return PixelRect(
            x: left,
            y: top,
            width: max(0, right - left),
            height: max(0, bottom - top)
        )
    }
}

/// The width and height of an image, in pixels.
public struct PixelSize: Hashable, Sendable {
    /// The number of columns.
    public var width: Int

    /// The number of rows.
    public var height: Int

    /// Creates a size from a number of columns and a number of rows.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels; `Int.max` where the product overflows.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The size with width and height exchanged.
    package var transposed: PixelSize { PixelSize(width: height, height: width) }
}
