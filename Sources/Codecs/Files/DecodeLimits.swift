// SPDX-License-Identifier: Apache-2.0

import Raster

/// The limits that a file's header must meet before memory is allocated for the image.
public struct DecodeLimits: Hashable, Sendable {
    /// The greatest width or height, in pixels.
    public var maximumSide: Int

    /// The greatest product of width and height, in pixels.
    public var maximumPixelCount: Int

    /// The greatest number of pixels in all frames of a moving result together, those before its first included.
    package var maximumMotionPixelCount = 100_000_000

    /// The greatest number of scans in a JPEG; ordinary progressive images have about ten.
    ///
    /// A scan of a few bytes may cost a pass over the whole image.
    package static let maximumScanCount = 100

    /// The greatest size of a color profile that is kept, in bytes.
    package static let maximumProfileByteCount = 4 << 20

    /// The greatest size of a PNG chunk that may hold a color profile, in bytes.
    ///
    /// It has room for the name and for ``maximumProfileByteCount`` bytes that zlib cannot
    /// compress.
    ///
    /// Reference: `compressBound` of zlib 1.2.13.
    static let maximumProfileChunkByteCount: Int = {
        let count = maximumProfileByteCount
        return count + (count >> 12) + (count >> 14) + (count >> 25) + 13 + 81
    }()

    /// The greatest number of bytes before the pixels: before the first scan's data or IDAT chunk.
    package static let maximumHeaderByteCount = 16 << 20

    /// The greatest number of marker segments in a JPEG, and of chunks without pixels in a PNG.
    package static let maximumSegmentCount = 10_000

    /// Creates limits on the width, the height and the area of an image.
    ///
    /// - Parameters:
    ///   - maximumSide: Pixels, at least 1.
    ///   - maximumPixelCount: Pixels, at least 1.
    public init(maximumSide: Int = 16_384, maximumPixelCount: Int = 50_000_000) {
        precondition(maximumSide > 0 && maximumPixelCount > 0, "limits must be positive")
        self.maximumSide = maximumSide
        self.maximumPixelCount = maximumPixelCount
    }

    /// Throws if more than ``maximumHeaderByteCount`` bytes precede the pixels of a file.
    static func checkHeader(byteCount: Int) throws(CodecError) {
        guard byteCount <= maximumHeaderByteCount else {
            throw .headerTooLong(limit: maximumHeaderByteCount)
        }
    }

    /// Throws if the width, the height or the area of an image exceeds the limits.
    func check(_ size: PixelSize) throws(CodecError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw .sideTooLong(size, limit: maximumSide)
        }
        guard size.pixelCount <= maximumPixelCount else {
            throw .tooManyPixels(size, limit: maximumPixelCount)
        }
    }
}
