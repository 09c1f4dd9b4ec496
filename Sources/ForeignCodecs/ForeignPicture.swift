// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The size, channels, bit depth and color profile of a picture that is to be encoded.
package struct ForeignPicture: Hashable, Sendable {
    /// The width and height, in pixels.
    package var size: PixelSize

    /// The channels of the rows: gray or RGB, with or without alpha.
    package var layout: ChannelLayout

    /// The number of bits in a sample: 8, or 16 with the more significant byte first.
    package var bitCount: Int

    /// The ICC profile of the samples; nil for sRGB.
    package var profile: [UInt8]?

    /// Creates the description of a picture, by default with 8 bits per sample in sRGB.
    package init(
        size: PixelSize,
        layout: ChannelLayout,
        bitCount: Int = 8,
        profile: [UInt8]? = nil
    ) {
        self.size = size
        self.layout = layout
        self.bitCount = bitCount
        self.profile = profile
    }

    /// The number of bytes in all rows, which have no padding.
    package var byteCount: Int {
        size.width * size.height * layout.channelCount * (bitCount / 8)
    }
}

/// The quality and the effort with which a library encodes a picture.
package struct ForeignOptions: Hashable, Sendable {
    /// The quality of color, 1 to 100, on the scale of JPEG; each format converts it to its own
    /// scale.
    package var quality: Int

    /// The quality of alpha, 1 to 100; 100 is lossless.
    package var alphaQuality: Int

    /// The effort, in ``ForeignFormat/effortRange``; nil for the default of the format.
    package var effort: Int?

    /// Whether to encode without loss.
    package var isLossless: Bool

    /// Creates the options of an encoding, which is lossy unless told otherwise.
    package init(
        quality: Int = 82,
        alphaQuality: Int = 100,
        effort: Int? = nil,
        isLossless: Bool = false
    ) {
        self.quality = quality
        self.alphaQuality = alphaQuality
        self.effort = effort
        self.isLossless = isLossless
    }
}
