// SPDX-License-Identifier: Apache-2.0

extension StatedColors {
    /// Reads a color space chunk; other chunks, and those with a wrong checksum, are ignored.
    ///
    /// - Throws: `unsupportedFeature` for the transfer functions PQ and HLG.
    mutating func take(_ chunk: PNGChunk, _ bytes: Span<UInt8>) throws(CodecError) {
        guard PNGChunk.Kind.colors.contains(chunk.type), chunk.hasValidChecksum(bytes) else {
            return
        }
        let start = chunk.contents.lowerBound
        switch (chunk.type, chunk.contents.count) {
        case (.codingPoints, 4):
            points = try CodingPoints(
                primaries: Int(bytes[start]),
                transfer: Int(bytes[start + 1]),
                matrix: Int(bytes[start + 2]),
                isFullRange: bytes[start + 3] == 1
            )
        case (.standardColor, 1): isStandard = true
        case (.gamma, 4): gamma = gamma ?? bytes.bigEndian32(at: start)
        case (.chromaticities, 32):
            let values = (0..<8).map {
                Double(bytes.bigEndian32(at: start + 4 * $0) ?? 0) / 100_000
            }
            chromaticities = chromaticities ?? Chromaticities(values)
        // Foreign: PNGChunk.Kind
        default: break
        }
    }
}

extension PNGChunk.Kind {
    /// The types of chunks that state a color space without an ICC profile.
    fileprivate static let colors: Set<Self> = [
        .codingPoints, .standardColor, .gamma, .chromaticities,
    ]
}
