// SPDX-License-Identifier: Apache-2.0

/// A file format that is detected only to name it in the refusal.
public enum ForeignFormat: String, Hashable, Sendable, CaseIterable {
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
    /// Scalable Vector Graphics.
    case svg
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

    /// Detects the format from the first bytes of a file.
    ///
    /// - Parameter bytes: The beginning of the file, of any length; no more than 1 KiB is read.
    /// - Returns: The format, or nil if the bytes begin none of these.
    public static func sniff(_ bytes: Span<UInt8>) -> ForeignFormat? {
        if let brand = sniffISOBrand(bytes) { return brand }
        for (format, magic) in magics where bytes.starts(with: magic) { return format }
        if bytes.starts(with: "RIFF"), bytes.starts(with: "WEBP", at: 8) { return .webp }
        return sniffSVG(bytes) ? .svg : nil
    }

    private static let magics: [(ForeignFormat, [UInt8])] = [
        (.gif, [0x47, 0x49, 0x46, 0x38]),
        (.tiff, [0x49, 0x49, 0x2A, 0x00]),
        (.tiff, [0x4D, 0x4D, 0x00, 0x2A]),
        (.tiff, [0x49, 0x49, 0x2B, 0x00]),
        (.tiff, [0x4D, 0x4D, 0x00, 0x2B]),
        (.bmp, [0x42, 0x4D]),
        (.ico, [0x00, 0x00, 0x01, 0x00]),
        (.ico, [0x00, 0x00, 0x02, 0x00]),
        (.pdf, [0x25, 0x50, 0x44, 0x46, 0x2D]),
        (.jpegXL, [0xFF, 0x0A]),
        (.jpegXL, [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
        (.jpeg2000, [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
        (.jpeg2000, [0xFF, 0x4F, 0xFF, 0x51]),
        (.psd, [0x38, 0x42, 0x50, 0x53]),
        (.mng, [0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ]

    /// Detects HEIF and AVIF by the brands in the `ftyp` box of an ISO base media file.
    ///
    /// The major brand may be one that all image files of the family share; the compatible brands,
    /// 4 bytes after it, decide then.
    ///
    /// Reference: ISO/IEC 23008-12 (HEIF), AV1 Image File Format 1.1.
    private static func sniffISOBrand(_ bytes: Span<UInt8>) -> ForeignFormat? {
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

    /// Whether the bytes begin like XML and contain an `<svg` element within the first KiB.
    private static func sniffSVG(_ bytes: Span<UInt8>) -> Bool {
        let end = min(bytes.count, 1024)
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
        guard bytes.byte(at: start) == 0x3C else { return false }
        for offset in start..<end where bytes.starts(with: "<svg", at: offset) { return true }
        return false
    }
}
