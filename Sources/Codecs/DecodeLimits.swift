// SPDX-License-Identifier: Apache-2.0

import Raster

/// Bounds that are checked against the header of a file before anything is allocated for it.
public struct DecodeLimits: Hashable, Sendable {
    /// The longest permitted width or height, in pixels.
    public var maximumSide: Int

    /// The largest permitted product of width and height.
    public var maximumPixelCount: Int

    /// The most scans that a JPEG may have; ordinary progressive pictures have about ten.
    ///
    /// Each scan of a few bytes may cost a walk over the whole picture.
    public static let maximumScanCount = 100

    /// The largest color profile that is carried, in bytes.
    public static let maximumProfileByteCount = 4 << 20

    /// The longest chunk of a PNG that may hold a color profile: its name, and what zlib makes at
    /// most of ``maximumProfileByteCount`` bytes that cannot be compressed.
    ///
    /// Reference: `compressBound` of zlib 1.2.13.
    static let maximumProfileChunkByteCount: Int = {
        let count = maximumProfileByteCount
        return count + (count >> 12) + (count >> 14) + (count >> 25) + 13 + 81
    }()

    /// The most bytes that may precede the pixels: the first scan's data, the first IDAT chunk.
    public static let maximumHeaderByteCount = 16 << 20

    /// The most marker segments that a JPEG may have, and the most chunks that a PNG may have
    /// besides those with pixels.
    public static let maximumSegmentCount = 10_000

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maximumSide: Pixels, at least 1.
    ///   - maximumPixelCount: Pixels, at least 1.
    public init(maximumSide: Int = 16_384, maximumPixelCount: Int = 50_000_000) {
        precondition(maximumSide > 0 && maximumPixelCount > 0, "limits that permit nothing")
        self.maximumSide = maximumSide
        self.maximumPixelCount = maximumPixelCount
    }

    /// Refuses pixels that begin too late.
    static func checkHeader(byteCount: Int) throws(CodecError) {
        guard byteCount <= maximumHeaderByteCount else {
            throw .headerTooLong(limit: maximumHeaderByteCount)
        }
    }

    /// Refuses a size outside the limits.
    func check(_ size: PixelSize) throws(CodecError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw .sideTooLong(size, limit: maximumSide)
        }
        guard size.pixelCount <= maximumPixelCount else {
            throw .tooManyPixels(size, limit: maximumPixelCount)
        }
    }
}
