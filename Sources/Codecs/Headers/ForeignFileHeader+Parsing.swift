// SPDX-License-Identifier: Apache-2.0

extension ForeignFileHeader {
    /// Parses the header of a file that an external codec will decode, without that library.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - format: The format, as its signature tells.
    ///   - isWhole: Whether that is the whole file.
    ///   - frame: The frame or page that is asked for.
    ///   - limits: The bounds on the picture's extent.
    /// - Returns: The header; nil for a format that has no parser here.
    /// - Throws: `truncated`, `corrupt`, `sideTooLong`, `tooManyPixels`, `tooManySegments` or
    ///   `profileTooLarge`; `truncated` may mean that more bytes are needed.
    package static func parse(
        _ bytes: Span<UInt8>,
        _ format: ImageFormat,
        isWhole: Bool = true,
        frame: Int = 0,
        limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ForeignFileHeader? {
        let header: ForeignFileHeader
        switch format {
        case .gif: header = try GIFHeader.parse(bytes, isWhole: isWhole, frame: frame)
        case .heic, .avif: header = try MediaHeader.parse(bytes, format, frame: frame)
        case .tiff: header = try TIFFHeader.parse(bytes, page: frame)
        case .svg: header = try SVGHeader.parse(bytes)
        case .jpegXL: header = try JPEGXLHeader.parse(bytes)
        case .webp:
            var parser = WebPHeaderParser(limits: limits)
            header = try parser.parse(bytes, isWhole: isWhole)
        case .jpeg, .png, .apng, .bmp, .ico, .pdf, .jpeg2000, .psd, .mng, .raw: return nil
        }
        try limits.check(header.size)
        guard header.profileByteCount <= DecodeLimits.maximumProfileByteCount else {
            throw .profileTooLarge(limit: DecodeLimits.maximumProfileByteCount)
        }
        return header
    }
}
