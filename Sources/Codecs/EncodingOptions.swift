// SPDX-License-Identifier: Apache-2.0

/// The format of a result, with the options of its encoder.
public enum EncodingOptions: Hashable, Sendable {
    /// A JPEG; it has no alpha.
    case jpeg(JPEGOptions)
    /// A PNG.
    case png(PNGOptions)
    /// A WebP, which the program alone can write, if its library is installed.
    case webp(WebPOptions)
    /// An AVIF, which the program alone can write, if its library is installed.
    case avif(AVIFOptions)
    /// A JPEG XL, which the program alone can write, if its library is installed.
    case jpegXL(JPEGXLOptions)

    /// The options, with the facts about their format.
    var options: any WrittenFormat {
        switch self {
        case .jpeg(let options): options
        case .png(let options): options
        case .webp(let options): options
        case .avif(let options): options
        case .jpegXL(let options): options
        }
    }
}

extension EncodingOptions {
    /// The format.
    public var format: OutputFormat { OutputFormat(type(of: options)) }

    /// The options in canonical order; equal ones mean equal files from equal pixels.
    package var listing: [EncoderOption] { options.listing }

    /// Whether the encoder writes nothing before it has the last row.
    package var isHeldBack: Bool { options.isHeldBack }

    /// The cost of encoding a sample, in passes over it, as measured on photos.
    package var passes: Int { options.passes }

    /// Returns the options for a picture whose samples have a certain precision.
    ///
    /// - Parameter depth: The precision of the picture.
    /// - Returns: Options that keep it, if the format can.
    package func storing(_ depth: SampleDepth) -> EncodingOptions { options.storing(depth) }
}
