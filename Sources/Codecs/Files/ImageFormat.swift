// SPDX-License-Identifier: Apache-2.0

/// A file format that is recognized by the first bytes of a file.
///
/// Its ``Row`` in the table of formats says whether this library reads it, writes it or both; a format
/// of which it does neither is recognized in order to be named when it is refused.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, ITU-T T.81.
    case jpeg
    /// PNG, ISO/IEC 15948.
    case png
    /// GIF 87a or 89a.
    case gif
    /// Animated PNG, as a format of results; files that are read are ``png``.
    case apng
    /// WebP.
    case webp
    /// HEIF with HEVC images.
    case heic
    /// HEIF with AV1 images.
    case avif
    /// TIFF; the camera raw formats that are built on it are ``raw``, once their directories are read.
    case tiff
    /// Windows bitmap.
    case bmp
    /// Windows icon or cursor.
    case ico
    /// Portable Document Format.
    case pdf
    /// JPEG XL, bare or boxed.
    case jpegXL = "jxl"
    /// JPEG 2000, bare or boxed.
    case jpeg2000
    /// Adobe Photoshop.
    case psd
    /// Multiple-image Network Graphics.
    case mng
    /// Scalable Vector Graphics.
    case svg
    /// The unprocessed samples of a camera's sensor, such as DNG, CR2, CR3, NEF or ARW.
    case raw
}

extension ImageFormat {
    /// The customary name of the format, such as `JPEG XL`.
    package var name: String {
        switch self {
        case .jpeg, .png, .gif, .apng, .avif, .tiff, .bmp, .ico, .pdf, .psd, .mng, .svg, .heic:
            rawValue.uppercased()
        case .webp: "WebP"
        case .jpegXL: "JPEG XL"
        case .jpeg2000: "JPEG 2000"
        case .raw: "a camera raw file"
        }
    }

    /// Whether files of the format are usually compressed with loss.
    package var isLossy: Bool {
        switch self {
        case .jpeg, .webp, .heic, .avif, .jpegXL, .jpeg2000: true
        case .png, .gif, .apng, .tiff, .bmp, .ico, .pdf, .psd, .mng, .svg, .raw: false
        }
    }

    /// Whether browsers open files of the format as documents that can contain scripts and links.
    package var isActive: Bool {
        switch self {
        case .svg, .pdf: true
        case .jpeg, .png, .gif, .apng, .webp, .heic, .avif, .tiff, .bmp, .ico, .jpegXL, .jpeg2000,
            .psd, .mng, .raw:
            false
        }
    }
}
