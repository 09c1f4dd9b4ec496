// SPDX-License-Identifier: Apache-2.0

/// A file format that is recognized by the first bytes of a file.
///
/// Its row says whether this library reads it, writes it or both; a format of which it does neither
/// is recognized in order to be named when it is refused.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, ITU-T T.81.
    case jpeg
    /// PNG, ISO/IEC 15948.
    case png
    /// GIF 87a or 89a.
    case gif
    /// WebP.
    case webp
    /// HEIF with HEVC pictures.
    case heic
    /// HEIF with AV1 pictures.
    case avif
    /// TIFF, and the camera raw formats that are built on it.
    case tiff
    /// Windows bitmap.
    case bmp
    /// Windows icon or cursor.
    case ico
    /// Portable Document Format.
    case pdf
    /// JPEG XL, bare or boxed.
    case jpegXL
    /// JPEG 2000, bare or boxed.
    case jpeg2000
    /// Adobe Photoshop.
    case psd
    /// Multiple-image Network Graphics.
    case mng
    /// Scalable Vector Graphics.
    case svg

    /// The facts about a format.
    struct Row {
        /// The media type as registered with IANA.
        let mediaType: String
        /// The endings of file names, without the dot; the customary one first.
        let fileExtensions: [String]
        /// The signatures of files, of which one is enough.
        let signatures: [Signature]
        /// The decoder; nil if files are not read.
        let reader: (any ReadFormat.Type)?
        /// The options of the encoder; nil if files are not written.
        let writer: (any WrittenFormat.Type)?

        init(
            _ mediaType: String,
            _ fileExtensions: [String],
            _ signatures: Signature...,
            reader: (any ReadFormat.Type)? = nil,
            writer: (any WrittenFormat.Type)? = nil
        ) {
            self.mediaType = mediaType
            self.fileExtensions = fileExtensions
            self.signatures = signatures
            self.reader = reader
            self.writer = writer
        }
    }

    /// The table: one row for each format.
    var row: Row {
        switch self {
        case .jpeg: Self.jpegRow
        case .png: Self.pngRow
        case .gif: Row("image/gif", ["gif"], .text("GIF8"))
        case .webp: Row("image/webp", ["webp"], .riff("WEBP"))
        case .heic: Row("image/heic", ["heic"], .brand)
        case .avif: Row("image/avif", ["avif"], .brand)
        case .tiff:
            Row(
                "image/tiff",
                ["tif"],
                .bytes([0x49, 0x49, 0x2A, 0x00]),
                .bytes([0x4D, 0x4D, 0x00, 0x2A]),
                .bytes([0x49, 0x49, 0x2B, 0x00]),
                .bytes([0x4D, 0x4D, 0x00, 0x2B])
            )
        case .bmp: Row("image/bmp", ["bmp"], .text("BM"))
        case .ico:
            Row(
                "image/vnd.microsoft.icon",
                ["ico"],
                .bytes([0x00, 0x00, 0x01, 0x00]),
                .bytes([0x00, 0x00, 0x02, 0x00])
            )
        case .pdf: Row("application/pdf", ["pdf"], .text("%PDF-"))
        case .jpegXL: Row("image/jxl", ["jxl"], .bytes([0xFF, 0x0A]), .box("JXL "))
        case .jpeg2000:
            Row("image/jp2", ["jp2"], .box("jP  "), .bytes([0xFF, 0x4F, 0xFF, 0x51]))
        case .psd: Row("image/vnd.adobe.photoshop", ["psd"], .text("8BPS"))
        case .mng:
            Row("video/x-mng", ["mng"], .bytes([0x8A] + Array("MNG\r\n\u{1A}\n".utf8)))
        case .svg: Row("image/svg+xml", ["svg"], .svg)
        }
    }

    private static let jpegRow = Row(
        "image/jpeg",
        ["jpg", "jpeg", "jpe", "jfif"],
        .bytes([0xFF, 0xD8, 0xFF]),
        reader: JPEGFile.self,
        writer: JPEGOptions.self
    )

    private static let pngRow = Row(
        "image/png",
        ["png"],
        .bytes([0x89] + Array("PNG\r\n\u{1A}\n".utf8)),
        reader: PNGFile.self,
        writer: PNGOptions.self
    )
}

extension ImageFormat {
    /// The media type as registered with IANA.
    package var mediaType: String { row.mediaType }

    /// The endings of file names, in lowercase and without the dot; the customary one first.
    package var fileExtensions: [String] { row.fileExtensions }

    /// The customary ending of file names, without the dot.
    package var fileExtension: String { row.fileExtensions[0] }

    /// Whether this library reads such files.
    package var isRead: Bool { row.reader != nil }

    /// The same format as one of results; nil if this library does not write such files.
    package var output: OutputFormat? { row.writer.map { OutputFormat($0) } }
}
