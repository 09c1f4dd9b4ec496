// SPDX-License-Identifier: Apache-2.0

extension ImageFormat {
    /// A test of a file's first bytes by which its format is recognized.
    enum Signature {
        /// The file begins with these bytes.
        case bytes([UInt8])
        /// The file begins with this ASCII text.
        case text(StaticString)
        /// The file is a RIFF container with this form type.
        case riff(StaticString)
        /// The file begins with a box of 12 bytes and this type, as files of the JPEG 2000 family
        /// do.
        case box(StaticString)
        /// The brands of an ISO base media file name the format.
        case brand
        /// The file begins like the raw file of a camera that is no TIFF.
        case cameraRaw
        /// The file is an XML text whose first element is `svg`, with or without a prefix.
        case svg
    }

    /// Detects the format from the first bytes of a file.
    ///
    /// - Parameter bytes: The beginning of the file, of any length. Of XML texts all is read up to the first
    ///   element, and of other files a few bytes.
    /// - Returns: The format, or nil if the bytes begin none of these.
    package static func sniff(_ bytes: Span<UInt8>) -> ImageFormat? {
        for format in allCases {
            for signature in format.row.signatures where format.begins(bytes, with: signature) {
                return format
            }
        }
        return nil
    }

    private func begins(_ bytes: Span<UInt8>, with signature: Signature) -> Bool {
        switch signature {
        case .bytes(let prefix): bytes.starts(with: prefix)
        case .text(let prefix): bytes.starts(with: prefix)
        case .riff(let form): bytes.starts(with: "RIFF") && bytes.starts(with: form, at: 8)
        case .box(let type): bytes.bigEndian32(at: 0) == 12 && bytes.starts(with: type, at: 4)
        case .brand: Self.sniffISOBrand(bytes) == self
        case .cameraRaw: Self.sniffCameraRaw(bytes)
        case .svg: Self.sniffSVG(bytes)
        }
    }

    /// Whether the bytes may be the beginning of a longer signature of a format that is read.
    static func isSignatureCut(_ bytes: Span<UInt8>) -> Bool {
        for format in allCases where format.isRead {
            for case .bytes(let signature) in format.row.signatures
            where bytes.count < signature.count
                && bytes.starts(with: Array(signature.prefix(bytes.count)))
            {
                return true
            }
        }
        return false
    }

    /// Detects HEIF and AVIF by the brands in the `ftyp` box of an ISO base media file.
    ///
    /// The major brand may be one that all image files of the family share; the compatible brands,
    /// 4 bytes after it, decide then.
    ///
    /// Reference: ISO/IEC 23008-12 (HEIF), AV1 Image File Format 1.1.
    private static func sniffISOBrand(_ bytes: Span<UInt8>) -> ImageFormat? {
        guard bytes.starts(with: "ftyp", at: 4), let boxByteCount = bytes.bigEndian32(at: 0) else {
            return nil
        }
        var isShared = false
        for offset in stride(from: 8, to: max(12, min(boxByteCount, 256)), by: 4) where offset != 12
        {
            for brand: StaticString in ["avif", "avis"] where bytes.starts(with: brand, at: offset)
            {
                return .avif
            }
            for brand: StaticString in ["heic", "heix", "hevc", "hevx", "heim", "heis"]
            where bytes.starts(with: brand, at: offset) {
                return .heic
            }
            for brand: StaticString in ["mif1", "msf1"] where bytes.starts(with: brand, at: offset)
            {
                isShared = true
            }
        }
        return isShared ? .heic : nil
    }

    /// Whether the bytes begin the raw file of a camera that is no TIFF: of Olympus, Panasonic, Fujifilm, Sigma
    /// or Canon.
    private static func sniffCameraRaw(_ bytes: Span<UInt8>) -> Bool {
        for start: StaticString in ["IIRO", "IIRS", "MMOR", "IIU\0", "FUJIFILMCCD-RAW", "FOVb"]
        where bytes.starts(with: start) {
            return true
        }
        return bytes.starts(with: "HEAPCCDR", at: 6) || bytes.starts(with: "ftypcrx ", at: 4)
    }

    /// Whether the bytes begin an XML text without reaching its first element: the one that decides the format.
    package static func needsMore(_ bytes: Span<UInt8>) -> Bool {
        isMarkup(bytes) && SVGHeader.beginsDrawing(bytes) == nil
    }

    /// Whether the first character after white space begins a tag.
    private static func isMarkup(_ bytes: Span<UInt8>) -> Bool {
        let marks: Set<UInt8> = [0, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        var start = 0
        while start < bytes.count, marks.contains(bytes[start]) { start += 1 }
        return bytes.byte(at: start) == 0x3C
    }

    /// Whether the bytes are an XML text whose first element is a drawing.
    private static func sniffSVG(_ bytes: Span<UInt8>) -> Bool {
        isMarkup(bytes) && SVGHeader.beginsDrawing(bytes) == true
    }
}
