// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
    /// Reads the header of a whole file.
    ///
    /// Looks at markers and chunks only: no pixel is decoded, nothing is allocated by size.
    ///
    /// - Parameters:
    ///   - bytes: The file; trailing bytes after the picture are permitted.
    ///   - limits: The bounds on the picture's extent.
    /// - Throws: `unsupportedFormat`, `unsupportedFeature`, `truncated`, `corrupt`, `animated`,
    ///   `sideTooLong` or `tooManyPixels`.
    public static func probe(
        _ bytes: Span<UInt8>,
        limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ImageHeader {
        throw .truncated
    }
}
