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

extension ProbedFile {
    /// Reads the header from a file or from its beginning.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the file.
    ///   - isWhole: Whether that is the whole file. Only then does the parser look for the end of the
    ///     picture, count scans, and read chunks behind a PNG's pixels, which may hold an orientation.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - selection: The image to take of the file.
    /// - Returns: The header, and the facts for the decoder.
    /// - Throws: As ``ImageHeader/probe(_:limits:damage:taking:)``; `truncated` may mean that more bytes are needed.
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection()
    ) throws(CodecError) -> ProbedFile {
        var file = try parse(bytes, isWhole: isWhole, limits, policy, selection)
        file.policy = policy
        file.limits = limits
        return file
    }

    private static func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        _ limits: DecodeLimits,
        _ policy: DamagePolicy,
        _ selection: PictureSelection
    ) throws(CodecError) -> ProbedFile {
        guard let format = ImageFormat.sniff(bytes) else {
            throw ImageFormat.isSignatureCut(bytes) ? .truncated : .unsupportedFormat(nil)
        }
        guard let reader = format.row.reader else { throw .unsupportedFormat(format) }
        return try reader.probe(
            bytes,
            isWhole: isWhole,
            limits: limits,
            damage: policy,
            taking: selection
        )
    }
}
