// SPDX-License-Identifier: Apache-2.0

/// A rectangle of whole pixels, from the top left corner of a picture.
public struct PixelRect: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The extent.
    public var size: PixelSize

    /// Creates a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        size = PixelSize(width: width, height: height)
    }

    /// The columns.
    public var columns: Range<Int> { x..<(x + size.width) }

    /// The rows.
    public var rows: Range<Int> { y..<(y + size.height) }

    /// Whether there is no pixel in it.
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// What both rectangles cover; empty, with a size of zero, where that is nothing.
    public func intersection(_ other: PixelRect) -> PixelRect {
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
