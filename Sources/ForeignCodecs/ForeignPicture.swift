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
