// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
    /// Reads the header of a whole file.
    ///
    /// Only markers and chunks are read, up to the end of the image. No pixel is decoded, no
    /// memory is allocated by size, and the time is at most one pass over the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file; trailing bytes after the image are permitted.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - selection: The image to take of the file.
    /// - Returns: The header.
    /// - Throws: `unsupportedFormat`, `unsupportedFeature`, `truncated`, `corrupt`, `animated`, `noSuchFrame`,
    ///   `sideTooLong`, `tooManyPixels`, `tooManyScans`, `headerTooLong`, `tooManySegments` or
    ///   `profileTooLarge`.
    package static func probe(
        _ bytes: Span<UInt8>,
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection()
    ) throws(CodecError) -> ImageHeader {
        try ProbedFile.probe(
            bytes,
            isWhole: true,
            limits: limits,
            damage: policy,
            taking: selection
        ).header
    }

    /// Whether the header of a file is read within a fraction of a millisecond, whatever its bytes are.
    ///
    /// The time grows with the file length: a JPEG may consist of restart markers, an AVIF of items. The
    /// text of an SVG is read byte by byte.
    package static func isQuicklyRead(_ bytes: Span<UInt8>) -> Bool {
        bytes.count <= (ImageFormat.sniff(bytes) == .svg ? 8 << 10 : 64 << 10)
    }

    /// Throws if a stricter policy refuses an image whose header was already read.
    ///
    /// - Throws: ``CodecError/animated``, ``CodecError/truncated`` or ``Corruption/refused(_:)``.
    package func check(_ policy: DamagePolicy) throws(CodecError) {
        if frame?.isRepresentative == true, !policy.takesFirstFrame { throw .animated }
        guard
            let found = Damage.allCases.first(where: {
                damage.contains($0) && !policy.tolerates($0)
            })
        else { return }
        let isCut = found == .missingEnd || found == .missingPixels
        throw isCut ? .truncated : .corrupt(.refused(found))
    }
}
