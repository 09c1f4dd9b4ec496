// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The facts about a picture that this process reads from a file before a foreign codec gets it.
///
/// They decide about limits, memory and time. The codec must find the same size, channels and depth, or the
/// file counts as damaged. Parsers read nothing outside of the bytes, follow no offset twice, and visit at
/// most ``DecodeLimits/maximumSegmentCount`` parts of a file.
package struct ForeignFileHeader: Hashable, Sendable {
    /// The size of the rows that the codec delivers.
    package var size: PixelSize

    /// The channels that the codec delivers; for a picture in inks, those of the picture in RGB.
    package var layout: ChannelLayout

    /// Whether the codec delivers four inks.
    package var hasInks = false

    /// The precision that the codec delivers.
    package var depth = SampleDepth.eight

    /// The rotation or reflection that turns the delivered rows upright.
    package var orientation = Orientation.topLeft

    /// The number of frames or pages, as far as the bytes reach; 2 for any animation in JPEG XL.
    package var frameCount = 1

    /// Whether the codec alone knows the number of frames.
    package var hasUnknownFrames = false

    /// The size of the color profile in bytes, or its greatest possible size; 0 without one.
    package var profileByteCount = 0

    /// Creates a header.
    package init(size: PixelSize, layout: ChannelLayout) {
        self.size = size
        self.layout = layout
    }
}
