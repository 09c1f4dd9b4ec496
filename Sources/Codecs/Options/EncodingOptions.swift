// SPDX-License-Identifier: Apache-2.0

/// The format of a result, with the options of its encoder.
public enum EncodingOptions: Hashable, Sendable {
    /// A JPEG file, without alpha.
    case jpeg(JPEGOptions)
    /// A PNG file.
    case png(PNGOptions)
    /// A WebP file that only the Frostpane program can write, if libwebp is installed.
    case webp(WebPOptions)
    /// An AVIF file that only the Frostpane program can write, if libavif is installed.
    case avif(AVIFOptions)
    /// A JPEG XL file that only the Frostpane program can write, if libjxl is installed.
    case jpegXL(JPEGXLOptions)
    /// A GIF file.
    case gif(GIFOptions)
    /// An animated PNG file, or for a still an ordinary one.
    case apng(APNGOptions)
}
