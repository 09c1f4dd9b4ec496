// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The coverage of each pixel by a text, as an alpha plane.
public struct TextPlane: Sendable {
    /// The rectangle of the plane in the picture.
    public let rect: PixelRect

    /// The distance between the starts of two rows, in bytes.
    let stride: Int

    /// The coverage of each pixel, 0 to 255.
    var samples: [UInt8]

    /// Creates a plane without any text.
    init(rect: PixelRect) {
        self.rect = rect
        stride = Self.stride(width: rect.size.width)
        samples = [UInt8](repeating: 0, count: stride * rect.size.height)
    }

    /// Reads one row.
    ///
    /// - Parameter y: A row of the picture, inside of ``rect``.
    /// - Returns: The coverage of each pixel, 0 to 255, for the columns of ``rect``.
    @_lifetime(borrow self)
    public func row(_ y: Int) -> Span<UInt8> {
        precondition(rect.rows.contains(y), "the row is outside the plane")
        let start = (y - rect.y) * stride
        return samples.span.extracting(start..<(start + rect.size.width))
    }

    /// The row length, rounded up to a multiple of four bytes as cairo needs it.
    private static func stride(width: Int) -> Int { (width + 3) & ~3 }

    /// The size of a plane in memory, in bytes.
    static func byteCount(_ size: PixelSize) -> Int { stride(width: size.width) * size.height }
}
