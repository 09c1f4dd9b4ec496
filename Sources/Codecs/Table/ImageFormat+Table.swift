// SPDX-License-Identifier: Apache-2.0

extension ImageFormat {
    /// The media type, file name extensions, signatures and codecs of a format.
    struct Row {
        /// The media type as registered with IANA.
        let mediaType: String
        /// The file name extensions, without the dot; the customary one first.
        let fileExtensions: [String]
        /// The tests of a file's first bytes, one of which must succeed.
        let signatures: [Signature]
        /// The type that decodes files; nil if files are not read.
        let reader: (any ReadFormat.Type)?
        /// The type of the encoder's options; nil if files are not written.
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

    /// The media type, file name extensions, signatures and codecs of the format.
    var row: Row {
        switch self {
        case .jpeg: Self.jpegRow
        case .png: Self.pngRow
        case .gif: Self.gifRow
        case .apng: Row("image/apng", ["apng"], writer: APNGOptions.self)
        case .webp: Self.webpRow
        case .heic: Row("image/heic", ["heic", "heif"], .brand, reader: HEICFile.self)
        case .avif:
            Row("image/avif", ["avif"], .brand, reader: AVIFFile.self, writer: AVIFOptions.self)
        case .tiff:
            Row(
                "image/tiff",
                ["tif", "tiff"],
                .bytes([0x49, 0x49, 0x2A, 0x00]),
                .bytes([0x4D, 0x4D, 0x00, 0x2A]),
                .bytes([0x49, 0x49, 0x2B, 0x00]),
                .bytes([0x4D, 0x4D, 0x00, 0x2B]),
                reader: TIFFFile.self
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
        case .jpegXL:
            Row(
                "image/jxl",
                ["jxl"],
                .bytes([0xFF, 0x0A]),
                .box("JXL "),
                reader: JPEGXLFile.self,
                writer: JPEGXLOptions.self
            )
        case .jpeg2000:
            Row("image/jp2", ["jp2"], .box("jP  "), .bytes([0xFF, 0x4F, 0xFF, 0x51]))
        case .psd: Row("image/vnd.adobe.photoshop", ["psd"], .text("8BPS"))
        case .mng:
            Row("video/x-mng", ["mng"], .bytes([0x8A] + Array("MNG\r\n\u{1A}\n".utf8)))
        case .svg: Row("image/svg+xml", ["svg"], .svg, reader: SVGFile.self)
        case .raw:
            Row(
                "image/x-adobe-dng",
                [
                    "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "orf", "rw2", "raf", "pef",
                    "srw", "x3f",
                ],
                .cameraRaw
            )
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

    private static let gifRow = Row(
        "image/gif",
        ["gif"],
        .text("GIF8"),
        reader: GIFFile.self,
        writer: GIFOptions.self
    )

    private static let webpRow = Row(
        "image/webp",
        ["webp"],
        .riff("WEBP"),
        reader: WebPFile.self,
        writer: WebPOptions.self
    )
}

extension ImageFormat {
    /// The media type as registered with IANA.
    package var mediaType: String { row.mediaType }

    /// The file name extensions, in lowercase and without the dot; the customary one first.
    package var fileExtensions: [String] { row.fileExtensions }

    /// The customary file name extension, without the dot.
    package var fileExtension: String { row.fileExtensions[0] }

    /// Returns the type that decodes files, or throws `unsupportedFormat` if files are not read.
    func reader() throws(CodecError) -> any ReadFormat.Type {
        guard let reader = row.reader else { throw .unsupportedFormat(self) }
        return reader
    }

    /// Whether files of the format can be read where its codec is installed.
    package var isRead: Bool { row.reader != nil }

    /// Whether the codec is an external library that may not be installed.
    package var isForeign: Bool {
        row.reader is any ForeignReadFormat.Type || row.writer is any ForeignWrittenFormat.Type
    }

    /// Whether files of the format can be read now: its codec is built in or installed.
    package var isAvailable: Bool {
        isRead && (!isForeign || ForeignCodecHost.current?.library(of: self) != nil)
    }

    /// The same format as an ``OutputFormat``; nil if this library does not write such files.
    package var output: OutputFormat? { row.writer.map { OutputFormat($0) } }
}

extension ForeignLibrary {
    /// Lists the library versions of formats with external codecs, such as `webp 1.2.4`, in
    /// alphabetical order.
    package static func versions(of formats: [ImageFormat]) -> [String] {
        Set(formats.filter(\.isForeign)).compactMap { format in
            ForeignCodecHost.current?.library(of: format).map { "\(format.rawValue) \($0.version)" }
        }.sorted()
    }
}
