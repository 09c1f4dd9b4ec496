// SPDX-License-Identifier: Apache-2.0

extension ProbedFile {
    /// Reads the header from a file or from its beginning.
    ///
    /// The parameters are those of ``ReadFormat/probe(_:isWhole:limits:damage:taking:)``.
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection()
    ) throws(CodecError) -> ProbedFile {
        guard let format = ImageFormat.sniff(bytes) else {
            throw ImageFormat.isSignatureCut(bytes) ? .truncated : .unsupportedFormat(nil)
        }
        var file = try format.reader().probe(
            bytes,
            isWhole: isWhole,
            limits: limits,
            damage: policy,
            taking: selection
        )
        if isWhole { file.header.fileByteCount = bytes.count }
        return file
    }

    /// Reads as much of a file that arrives in pieces as its header needs, and parses the header.
    ///
    /// The header is parsed again each time that the number of bytes has doubled, so that the time
    /// stays linear however small the pieces are.
    static func probe(
        reading source: ByteSource,
        limits: DecodeLimits,
        damage policy: DamagePolicy
    ) throws(CodecError) -> (prefix: [UInt8], file: ProbedFile) {
        var prefix: [UInt8] = []
        var goal = firstGoal
        while true {
            let isEnded = try fill(&prefix, to: goal, from: source)
            do {
                return (
                    prefix, try probe(prefix.span, isWhole: false, limits: limits, damage: policy)
                )
            } catch .truncated where !isEnded {
                goal = prefix.count * 2
            }
            try DecodeLimits.checkHeader(byteCount: prefix.count)
        }
    }

    private static let firstGoal = 4096

    private static func fill(
        _ prefix: inout [UInt8],
        to goal: Int,
        from source: ByteSource
    ) throws(CodecError) -> Bool {
        while prefix.count < goal {
            do {
                let chunk = try source()
                if chunk.isEmpty { return true }
                prefix += chunk
            } catch {
                throw .sourceFailed
            }
        }
        return false
    }
}
