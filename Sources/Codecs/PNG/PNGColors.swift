// SPDX-License-Identifier: Apache-2.0

/// The color space that the chunks cICP, sRGB, gAMA and cHRM of a PNG state.
///
/// The first that is there counts: cICP, iCCP, sRGB, then gAMA with cHRM, then gAMA alone. Without
/// gAMA, cHRM has no meaning, as in browsers.
///
/// Reference: PNG Specification, third edition, 4.3 and 11.3.2.
struct PNGColors: Hashable, Sendable {
    private var points: CodingPoints?
    private var isStandard = false
    private var gamma: Int?
    private var chromaticities: Chromaticities?

    /// Creates the color space of a file without color space chunks.
    init() {}

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

    /// A color space that is stated by other chunks than an ICC profile.
    enum Space: Hashable {
        /// sRGB.
        case standard
        /// The space of an ICC profile that is made from the numbers in the chunks.
        case profile([UInt8])
        /// sRGB, once the samples are re-encoded from a power law with this exponent, times 100,000.
        case gamma(Int)
    }

    /// The color space of the cICP chunk; it takes precedence over an ICC profile; nil without
    /// one.
    func spaceBeforeProfile(isColor: Bool) -> Space? {
        guard let points else { return nil }
        if points.isStandard || !isColor && points.curve == .standard { return .standard }
        return Self.space(points.curve, points.chromaticities, isColor: isColor)
    }

    /// The color space of a file without an ICC profile.
    func spaceWithoutProfile(isColor: Bool) -> Space {
        guard !isStandard, let gamma, TransferTable.plausibleGamma.contains(gamma) else {
            return .standard
        }
        guard let chromaticities else {
            return TransferTable.isNeeded(gamma: gamma) ? .gamma(gamma) : .standard
        }
        let curve = ParametricCurve(g: 100_000 / Double(gamma))
        return Self.space(curve, chromaticities, isColor: isColor)
    }

    private static func space(
        _ curve: ParametricCurve,
        _ chromaticities: Chromaticities,
        isColor: Bool
    ) -> Space {
        ICCProfile.making(curve, isColor ? chromaticities : nil).map(Space.profile) ?? .standard
    }
}

extension PNGChunk.Kind {
    /// The types of chunks that state a color space without an ICC profile.
    fileprivate static let colors: Set<Self> = [
        .codingPoints, .standardColor, .gamma, .chromaticities,
    ]
}
