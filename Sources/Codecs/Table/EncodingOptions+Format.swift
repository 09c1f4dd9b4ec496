// SPDX-License-Identifier: Apache-2.0

package import Raster

extension EncodingOptions {
    /// The encoder options as a ``WrittenFormat``; it describes their format.
    var options: any WrittenFormat {
        switch self {
        case .jpeg(let options): options
        case .png(let options): options
        case .webp(let options): options
        case .avif(let options): options
        case .jpegXL(let options): options
        case .gif(let options): options
        case .apng(let options): options
        }
    }

    /// The format of the encoded file.
    public var format: OutputFormat { OutputFormat(type(of: options)) }

    /// The names and values of the options in a fixed order; equal lists give equal files from
    /// equal pixels.
    package var listing: [EncoderSetting] { options.listing }

    /// Whether the encoder writes nothing before it has the last row.
    package var isHeldBack: Bool { options.isHeldBack }

    /// Returns the cost of encoding a sample of an image of a size, in multiples of a simple pass over the
    /// samples, measured on photos.
    package func passes(size: PixelSize) -> Int { options.passes(size: size) }

    /// Returns the same options for samples of 8 or 16 bits, if the format can store both.
    package func storing(_ depth: SampleDepth) -> EncodingOptions { options.storing(depth) }

    /// Returns the same options with the choices that depend on the image, which is not rendered yet.
    package func adapted(to traits: ImageTraits) -> EncodingOptions { options.adapted(to: traits) }
}
