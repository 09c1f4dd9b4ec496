// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A drawn text: the coverage of each pixel as an alpha plane, and the colors of its emoji.
package struct TextPlane: Sendable {
    /// The rectangle of the plane in the picture.
    package let rect: PixelRect

    /// The distance between the starts of two rows, in bytes.
    private let stride: Int

    /// The coverage of each pixel, 0 to 255.
    private var samples: [UInt8]

    /// The pixels of glyphs with colors of their own; empty if there are none.
    ///
    /// They are premultiplied, with blue in the lowest byte and alpha in the highest.
    private var pixels: [UInt32]

    /// Whether a part of the text is left out, in whose place an ellipsis is drawn.
    package let isShortened: Bool

    /// Creates a plane from the samples of a drawn text.
    ///
    /// - Parameters:
    ///   - rect: The rectangle in the image.
    ///   - samples: The coverage of each pixel, row by row, each padded to a multiple of four bytes.
    ///   - pixels: The pixels of glyphs with colors of their own, without gaps; empty if there are none.
    ///   - isShortened: Whether a part of the text is left out.
    package init(
        rect: PixelRect,
        samples: [UInt8],
        pixels: [UInt32],
        isShortened: Bool = false
    ) {
        self.rect = rect
        self.isShortened = isShortened
        stride = Self.stride(width: rect.size.width)
        precondition(samples.count == stride * rect.size.height, "another size of the coverage")
        precondition(
            pixels.isEmpty || pixels.count == rect.size.pixelCount,
            "another size of the colors"
        )
        self.samples = samples
        self.pixels = pixels
    }

    /// Returns the coverage of each pixel in one row.
    ///
    /// - Parameter y: A row of the picture, inside of ``rect``.
    /// - Returns: The coverage of each pixel, 0 to 255, for the columns of ``rect``.
    @_lifetime(borrow self)
    package func row(_ y: Int) -> Span<UInt8> {
        precondition(rect.rows.contains(y), "the row is outside the plane")
        let start = (y - rect.y) * stride
        return samples.span.extracting(start..<(start + rect.size.width))
    }

    /// Whether the text has glyphs with colors of their own, which ``row(_:)`` leaves out.
    package var hasColors: Bool { !pixels.isEmpty }

    /// Returns the colored pixels of one row, of a plane that ``hasColors``.
    ///
    /// - Parameter y: A row of the picture, inside of ``rect``.
    /// - Returns: Premultiplied pixels of sRGB for the columns of ``rect``; from the lowest byte to the
    ///   highest, each is blue, green, red and alpha.
    @_lifetime(borrow self)
    package func colors(_ y: Int) -> Span<UInt32> {
        precondition(rect.rows.contains(y), "the row is outside the plane")
        let start = (y - rect.y) * rect.size.width
        return pixels.span.extracting(start..<(start + rect.size.width))
    }

    /// Adds the alpha of colored glyphs to the coverage, and discards their colors.
    mutating func dropColors() {
        for y in 0..<(hasColors ? rect.size.height : 0) {
            for x in 0..<rect.size.width {
                let alpha = pixels[y * rect.size.width + x] >> 24
                let rest = 255 - UInt32(samples[y * stride + x])
                samples[y * stride + x] = UInt8(255 - (rest * (255 - alpha) + 127) / 255)
            }
        }
        pixels = []
    }

    /// Returns the bytes of a row: its width, rounded up to a multiple of four as cairo needs it.
    static func stride(width: Int) -> Int { (width + 3) & ~3 }

    /// Returns the memory of a plane, in bytes.
    static func byteCount(_ size: PixelSize, hasColors: Bool) -> Int {
        stride(width: size.width) * size.height + (hasColors ? 4 * size.pixelCount : 0)
    }
}
