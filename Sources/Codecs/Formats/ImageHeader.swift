// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The facts about an image that the header of its file states.
package struct ImageHeader: Hashable, Sendable {
    /// The file format.
    package var format: ImageFormat

    /// The image size as stored.
    package var codedSize: PixelSize

    /// The rotation or reflection that turns stored rows upright.
    package var orientation: Orientation

    /// The channels of the decoded image.
    ///
    /// A palette counts as RGB, a transparent color as alpha, CMYK and YCCK as RGB.
    package var layout: ChannelLayout

    /// The precision of the stored samples.
    package var bitDepth: SampleDepth

    /// The precision that holds the decoded samples without loss.
    ///
    /// It is more than ``bitDepth`` where the decoder computes samples: from CMYK, and for a PNG
    /// whose gAMA chunk requires another transfer function.
    package var deliveredDepth: SampleDepth

    /// Whether the decoder needs memory for only a few rows at a time.
    ///
    /// False for a JPEG in several scans and an interlaced PNG, decoded as a whole first.
    package var isStreamable: Bool

    /// The greatest amount of memory that decoding allocates, in bytes, without bands and the file
    /// itself.
    ///
    /// It includes the color profile, with the decoder's copy.
    package var decoderByteCount: Int

    /// The greatest size of the file's color profile, in bytes; 0 without one.
    ///
    /// Exact for a JPEG. A PNG compresses its profile, by at most 1032 to 1, or it has chunks from
    /// which one is made.
    package var profileByteCount: Int

    /// The cost of decoding, in multiples of the cost of a streamable file of the same size and
    /// format.
    ///
    /// 1 for a streamable file, 2 if it lacks its end or is an interlaced PNG, the number of scans for
    /// any other JPEG. A progressive JPEG that is still arriving counts as 10, the usual number. CMYK
    /// with a profile adds 20.
    package var decodingPasses: Int

    /// The planes of a JPEG that can be decoded without conversion to RGB; nil otherwise.
    ///
    /// They are gray, or YCbCr where each sample covers whole pixels.
    package var planes: JPEGPlanes?

    /// The position of the decoded image among several in the file; nil for a file of one
    /// image.
    package var frame: Frame?

    /// The length of the file in bytes; 0 if only its beginning was read.
    package var fileByteCount = 0

    /// The size that a vector drawing states; nil for images of pixels.
    package var drawing: DrawingSize?

    /// The damage that was found with the header; decoding may find more.
    package var damage: Set<Damage> = []

    /// The frames of the file, if it is an animation whose frames can be decoded one after the other.
    package var motion: Motion?

    /// Whether missing pixels would only be noticed at the end of decoding.
    ///
    /// That is so where the file ends without its end marker, and rows are delivered as they come.
    package var needsTrial: Bool { isStreamable && damage.contains(.missingEnd) }

    /// The position of the decoded image in a file with several images.
    package enum Frame: Hashable, Sendable {
        /// The first frame of an animation, or the first of several main images.
        case first
        /// The still image of an animated PNG that is no part of its animation.
        case still
        /// The frame or page with this number, from 1.
        case number(Int)
        /// All frames, or the frames in a range of numbers from 1, in words such as `all` or `2..5`.
        case several(String)

        /// The position as a word or a number, such as `first` or `2`.
        package var text: String {
            switch self {
            case .first: "first"
            case .still: "still"
            case .number(let number): String(number)
            case .several(let words): words
            }
        }

        /// Whether the image was taken by default, as no frame was asked for.
        var isRepresentative: Bool {
            switch self {
            case .first, .still: true
            case .number, .several: false
            }
        }
    }

    /// The image size when upright.
    package var size: PixelSize { orientation.displaySize(of: codedSize) }
}
