// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
    /// Reads the header of a whole file.
    ///
    /// Looks at markers and chunks only: no pixel is decoded, nothing is allocated by size, and the
    /// time is at most one walk over the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file; trailing bytes after the picture are permitted.
    ///   - limits: The bounds on the picture's extent.
    /// - Returns: The header.
    /// - Throws: `unsupportedFormat`, `unsupportedFeature`, `truncated`, `corrupt`, `animated`,
    ///   `sideTooLong` or `tooManyPixels`.
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
    ///   - isWhole: Whether that is all of it. Only then are the chunks behind a PNG's pixels looked
    ///     at, which may hold an orientation.
    ///   - limits: The bounds on the picture's extent.
    /// - Returns: The header, and what else the decoder needs.
    /// - Throws: As ``ImageHeader/probe(_:limits:)``; `truncated` also asks for more bytes.
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits
    ) throws(CodecError) -> ProbedFile {
        switch ImageFormat.sniff(bytes) {
        case .jpeg:
            var parser = JPEGHeaderParser(limits: limits)
            return try parser.parse(bytes)
        case .png:
            var parser = PNGHeaderParser(limits: limits)
            return try parser.parse(bytes, isWhole: isWhole)
        case nil:
            throw refusal(of: bytes)
        }
    }

    private static func refusal(of bytes: Span<UInt8>) -> CodecError {
        if let foreign = ForeignFormat.sniff(bytes) { return .unsupportedFormat(foreign) }
        return isSignatureCut(bytes) ? .truncated : .unsupportedFormat(nil)
    }

    /// Whether the bytes end within what may become a signature of ours.
    private static func isSignatureCut(_ bytes: Span<UInt8>) -> Bool {
        let signatures: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        ]
        return signatures.contains { signature in
            bytes.count < signature.count
                && bytes.starts(with: Array(signature.prefix(bytes.count)))
        }
    }
}
