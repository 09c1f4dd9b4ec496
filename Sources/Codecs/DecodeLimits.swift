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

    /// The most bytes that may precede the pixels in a file that is read from a callback.
    public static let maximumHeaderByteCount = 16 << 20

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
