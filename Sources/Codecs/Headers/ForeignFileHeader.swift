// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The facts about a picture that this module parses from a file before an external codec gets it.
///
/// They decide about limits, memory and time. The codec must find the same size, channels and depth, or the
/// file counts as damaged. Parsers read nothing outside of the bytes, follow no offset twice, and visit at
/// most ``DecodeLimits/maximumSegmentCount`` parts of a file.
package struct ForeignFileHeader: Hashable, Sendable {
    /// The size of the picture as the codec decodes it, in pixels.
    package var size: PixelSize

    /// The channels of the picture; RGB if the file is in CMYK.
    package var layout: ChannelLayout

    /// Whether the codec delivers rows in CMYK.
    package var hasInks = false

    /// The precision of the samples that the codec delivers.
    package var depth = SampleDepth.eight

    /// The rotation or reflection that turns the decoded rows upright.
    package var orientation = Orientation.topLeft

    /// The number of frames or pages in the bytes at hand; 2 for any animation in JPEG XL.
    package var frameCount = 1

    /// Whether the number of frames is not in the header, so that only the codec can tell it.
    package var hasUnknownFrames = false

    /// The size that a vector drawing states; nil for pictures of pixels.
    package var drawing: DrawingSize?

    /// The size of the color profile in bytes, or its greatest possible size; 0 without one.
    package var profileByteCount = 0

    /// The size of the tiles that the codec decodes one after the other; nil if it decodes the image at
    /// once.
    package var tileSize: PixelSize?

    /// The greatest number of bytes in a tile; 0 for an image without tiles.
    package var tileByteCount = 0

    /// Whether the codec gets a file that is made of parts of this one.
    package var isExcerpted = false

    /// Whether the file has a gain map, which no codec applies.
    package var hasGainMap = false

    /// The frames of a moving image that are decoded one after the other.
    package var motion: Motion?

    /// Creates the header of one upright picture with 8 bits per sample and no color profile.
    package init(size: PixelSize, layout: ChannelLayout) {
        self.size = size
        self.layout = layout
    }
}
