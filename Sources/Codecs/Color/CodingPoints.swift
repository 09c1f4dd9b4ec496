// SPDX-License-Identifier: Apache-2.0

/// A color space that a PNG or an ICC profile states by code points of ITU-T H.273.
///
/// Reference: Recommendation ITU-T H.273, tables 2 and 3.
struct CodingPoints: Hashable, Sendable {
    /// The white point and the primaries.
    let chromaticities: Chromaticities
    /// The curve from encoded samples to light.
    let curve: ParametricCurve

    /// Finds the color space for code points; nil if it is unknown, or not RGB of full range.
    ///
    /// Browsers ignore such code points, too.
    ///
    /// - Throws: `unsupportedFeature` for the transfer functions PQ and HLG, whose light is brighter
    ///   than white.
    init?(
        primaries: Int,
        transfer: Int,
        matrix: Int,
        isFullRange: Bool
    ) throws(CodecError) {
        guard matrix == 0, isFullRange, let chromaticities = Self.chromaticities[primaries] else {
            return nil
        }
        try Self.refuseBrightness(transfer)
        guard let curve = Self.curves[transfer] else { return nil }
        self.chromaticities = chromaticities
        self.curve = curve
    }

    /// Throws for the transfer functions PQ and HLG.
    private static func refuseBrightness(_ transfer: Int) throws(CodecError) {
        switch transfer {
        case 16: throw .unsupportedFeature(.perceptualQuantizer)
        case 18: throw .unsupportedFeature(.hybridLogGamma)
        default: break
        }
    }

    /// Finds the color space of samples from a container that also states a matrix and a range, such as
    /// AVIF and HEIC; nil if it is unknown.
    ///
    /// A member that the file leaves unspecified counts as in sRGB, each by itself. The functions of
    /// cameras (1, 6, 11, 12, 14, 15) count as sRGB, as Chromium and libheif show such files. A reserved
    /// number makes both unknown.
    ///
    /// - Throws: As for a PNG.
    init?(container primaries: Int, transfer: Int) throws(CodecError) {
        // Whatever the primaries are: such samples never pass as others.
        try Self.refuseBrightness(transfer)
        let isLikeStandard = [1, 2, 6, 11, 12, 14, 15].contains(transfer)
        try self.init(
            primaries: primaries == 2 ? 1 : primaries,
            transfer: isLikeStandard ? 13 : transfer,
            matrix: 0,
            isFullRange: true
        )
    }

    /// Whether the color space is sRGB.
    var isStandard: Bool { chromaticities == .standard && curve == .standard }

    private static let chromaticities: [Int: Chromaticities] = {
        let d65 = [0.3127, 0.329]
        let c = [0.31, 0.316]
        let smpte = Chromaticities(d65 + [0.63, 0.34, 0.31, 0.595, 0.155, 0.07])
        return [
            1: .standard,
            4: Chromaticities(c + [0.67, 0.33, 0.21, 0.71, 0.14, 0.08]),
            5: Chromaticities(d65 + [0.64, 0.33, 0.29, 0.6, 0.15, 0.06]),
            6: smpte,
            7: smpte,
            8: Chromaticities(c + [0.681, 0.319, 0.243, 0.692, 0.145, 0.049]),
            9: Chromaticities(d65 + [0.708, 0.292, 0.17, 0.797, 0.131, 0.046]),
            10: Chromaticities([1 / 3, 1 / 3, 1, 0, 0, 1, 0, 0]),
            11: Chromaticities([0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]),
            12: Chromaticities(d65 + [0.68, 0.32, 0.265, 0.69, 0.15, 0.06]),
            22: Chromaticities(d65 + [0.63, 0.34, 0.295, 0.605, 0.155, 0.077]),
        ]
    }()

    private static let curves: [Int: ParametricCurve] = {
        // Images for screens have the curve of screens, Recommendation ITU-R BT.1886, not the curve
        // of cameras, as browsers have it.
        let screen = ParametricCurve(g: 2.4)
        return [
            1: screen, 6: screen, 11: screen, 14: screen, 15: screen,
            4: ParametricCurve(g: 2.2),
            5: ParametricCurve(g: 2.8),
            7: ParametricCurve(
                g: 1 / 0.45,
                a: 1 / 1.1115,
                b: 0.1115 / 1.1115,
                c: 1 / 4,
                d: 4 * 0.0228
            ),
            8: ParametricCurve(g: 1),
            13: .standard,
            17: ParametricCurve(g: 2.6, a: 1.034081),
        ]
    }()
}
