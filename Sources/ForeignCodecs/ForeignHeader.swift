// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The facts about a picture that a library has found in the header of its file.
package struct ForeignHeader: Hashable, Sendable {
    /// The size of the decoded picture, in pixels.
    package var size: PixelSize

    /// The channels of the decoded rows.
    package var channels: Channels

    /// The number of bits in a decoded sample: 8, or 16 with the more significant byte first.
    package var bitCount: Int

    /// The number of bits of a sample in the file, 1 to 32.
    package var storedBitCount: Int

    /// The rotation or reflection that turns the decoded rows upright, 1 to 8 as in Exif.
    ///
    /// It is 1 where the library has applied the orientation of the file.
    package var orientation: Int

    /// The number of frames or pages in the file.
    package var frameCount: Int

    /// The primaries of the samples, as ITU-T H.273 numbers them; 0 or 2 where the file does not say.
    package var primaries: Int

    /// The transfer function of the samples, as ITU-T H.273 numbers it; 0 or 2 where the file does not say.
    package var transfer: Int

    /// The ICC profile of the samples, which takes precedence over ``primaries`` and ``transfer``;
    /// nil without one.
    ///
    /// Samples without any of these are sRGB.
    package var profile: [UInt8]?

    /// The channels of interleaved rows, whose colors are not premultiplied by alpha.
    package enum Channels: UInt8, Hashable, Sendable, CaseIterable {
        /// One channel of luminance.
        case gray
        /// Luminance and alpha.
        case grayAlpha
        /// Red, green and blue.
        case rgb
        /// Red, green, blue and alpha.
        case rgba
        /// Cyan, magenta, yellow and black; the greatest value is full ink.
        case cmyk

        /// The number of samples of a pixel.
        package var count: Int {
            switch self {
            case .gray: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba, .cmyk: 4
            }
        }
    }

    /// Creates a header, by default of one upright frame with 8 bits per sample in sRGB.
    package init(
        size: PixelSize,
        channels: Channels,
        bitCount: Int = 8,
        storedBitCount: Int = 8,
        orientation: Int = 1,
        frameCount: Int = 1,
        primaries: Int = 0,
        transfer: Int = 0,
        profile: [UInt8]? = nil
    ) {
        self.size = size
        self.channels = channels
        self.bitCount = bitCount
        self.storedBitCount = storedBitCount
        self.orientation = orientation
        self.frameCount = frameCount
        self.primaries = primaries
        self.transfer = transfer
        self.profile = profile
    }

    /// The number of bytes in a decoded row, which has no padding.
    package var rowByteCount: Int { size.width * channels.count * (bitCount / 8) }

    /// The number of bytes in all decoded rows.
    package var byteCount: Int { rowByteCount * size.height }
}
