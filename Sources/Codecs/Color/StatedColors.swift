// SPDX-License-Identifier: Apache-2.0

/// The color space that a file states by numbers: those of the chunks cICP, sRGB, gAMA and cHRM of a PNG.
///
/// The first that is there counts: cICP, iCCP, sRGB, then gAMA with cHRM, then gAMA alone. Without
/// gAMA, cHRM has no meaning, as in browsers.
///
/// Reference: PNG Specification, third edition, 4.3 and 11.3.2.
struct StatedColors: Hashable, Sendable {
    /// The color space of the chunk cICP.
    var points: CodingPoints?

    /// Whether there is a chunk sRGB.
    var isStandard = false

    /// The exponent of the chunk gAMA, times 100,000.
    var gamma: Int?

    /// The white point and the primaries of the chunk cHRM.
    var chromaticities: Chromaticities?

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
