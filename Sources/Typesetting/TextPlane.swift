// SPDX-License-Identifier: Apache-2.0

public import Raster

/// How much of each pixel a text covers.
public struct TextPlane: Sendable {
    /// Where the pixels are in the picture.
    public let rect: PixelRect

    /// The distance between the beginnings of rows, in bytes.
    let stride: Int

    /// 0 to 255 for each pixel.
    var samples: [UInt8]

    /// A plane without any text.
    init(rect: PixelRect) {
        self.rect = rect
        stride = Self.stride(width: rect.size.width)
        samples = [UInt8](repeating: 0, count: stride * rect.size.height)
    }

    /// One row.
    ///
    /// - Parameter y: A row of the picture, inside of ``rect``.
    /// - Returns: For each column of ``rect`` the covered part of the pixel, in 255ths.
    @_lifetime(borrow self)
    public func row(_ y: Int) -> Span<UInt8> {
        precondition(rect.rows.contains(y), "a row beyond the plane")
        let start = (y - rect.y) * stride
        return samples.span.extracting(start..<(start + rect.size.width))
    }

    /// Rows begin at multiples of four bytes.
    private static func stride(width: Int) -> Int { (width + 3) & ~3 }

    /// What a plane takes, in bytes.
    static func byteCount(_ size: PixelSize) -> Int { stride(width: size.width) * size.height }
}
