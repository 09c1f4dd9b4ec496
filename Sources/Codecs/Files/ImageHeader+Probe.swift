// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
    /// Reads the header of a whole file.
    ///
    /// Only markers and chunks are read, up to the end of the picture. No pixel is decoded, no
    /// memory is allocated by size, and the time is at most one pass over the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file; trailing bytes after the picture are permitted.
    ///   - limits: The bounds on the picture's extent.
    /// - Returns: The header.
    /// - Throws: `unsupportedFormat`, `unsupportedFeature`, `truncated`, `corrupt`, `animated`,
    ///   `sideTooLong`, `tooManyPixels`, `tooManyScans`, `headerTooLong`, `tooManySegments` or
    ///   `profileTooLarge`.
    public static func probe(
        _ bytes: Span<UInt8>,
        limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ImageHeader {
        try ProbedFile.probe(bytes, isWhole: true, limits: limits).header
    }
}

extension ProbedFile {
    /// Reads the header from a file or from its beginning.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the file.
    ///   - isWhole: Whether that is the whole file. Only then does the parser look for the end of the
    ///     picture, count scans, and read chunks behind a PNG's pixels, which may hold an orientation.
    ///   - limits: The bounds on the picture's extent.
    /// - Returns: The header, and the facts for the decoder.
    /// - Throws: As ``ImageHeader/probe(_:limits:)``; `truncated` may mean that more bytes are needed.
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits
    ) throws(CodecError) -> ProbedFile {
        guard let format = ImageFormat.sniff(bytes) else {
            throw ImageFormat.isSignatureCut(bytes) ? .truncated : .unsupportedFormat(nil)
        }
        guard let reader = format.row.reader else { throw .unsupportedFormat(format) }
        return try reader.probe(bytes, isWhole: isWhole, limits: limits)
    }
}
