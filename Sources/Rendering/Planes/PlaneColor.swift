// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// The color filters that are applied to low-resolution samples of planes, by way of RGB.
///
/// Color filters are defined on RGB and clipped to it. So YCbCr is converted to RGB for them, and
/// back. Low-resolution samples arrive as 257 times the byte value, and leave as 256 times the byte
/// value.
///
/// Reference: ITU-T T.871, 7.
struct PlaneColor: Hashable, Sendable {
    /// One color filter, whose result is clipped to RGB.
    private enum Change: Hashable {
        case matrix(ColorMatrix)
        case curve(LuminanceCurve)
        case channels(ChannelCurve)

        var matrix: ColorMatrix? {
            switch self {
            case .matrix(let matrix): matrix
            case .curve, .channels: nil
            }
        }

        var greatestSlope: Double {
            switch self {
            case .matrix(let matrix): matrix.greatestSlope
            case .curve(let curve): curve.greatestSlope
            case .channels(let curve): curve.greatestSlope
            }
        }
    }

    /// The greatest product of slopes of the color filters for which low-resolution samples are
    /// used.
    ///
    /// Steeper filters are nonlinear nearly everywhere, so that most pixels would have to be made.
    /// The limit admits `contrast(2.5)`, `saturate(3)` and the colors of every material.
    static let slopeLimit = 2.5

    /// The color filters in order, with the conversions to RGB and back.
    private let changes: [Change]

    /// The indices of the matrices whose results may be outside of RGB, and are clipped.
    private let limiting: Set<Int>

    /// The greatest difference of neighboring samples, from 0 to 1, for which each curve is nearly
    /// linear, by the index of the curve.
    private let straightness: [Int: Double]

    /// Whether filtered low-resolution samples may differ from filtered pixels somewhere.
    var isBent: Bool { !limiting.isEmpty || !straightness.isEmpty }

    /// Combines the color filters that follow a blur; nil where they need pixels.
    ///
    /// They do if one of the steps is not a color filter, if the result has other channels than the
    /// source, or if all filters together are steeper than ``slopeLimit``.
    ///
    /// - Parameters:
    ///   - steps: The changes, in order.
    ///   - isColor: Whether the image has three planes, not one.
    init?(_ steps: some Sequence<Filter>, isColor: Bool) {
        var changes: [Change] = []
        for step in ColorStep.folding(steps) {
            switch step {
            case .matrix(let matrix):
                guard matrix.keepsOpaque, isColor || matrix.mapsGrayToGray else { return nil }
                // A matrix that keeps grays gray as they are does nothing to a gray image.
                if isColor || !matrix.preservesColorOfGray { changes.append(.matrix(matrix)) }
            case .other(.luminanceCurve(let curve)):
                changes.append(.curve(curve))
            case .other(.channelCurve(let curve)):
                changes.append(.channels(curve))
            case .other:
                return nil
            }
        }
        guard changes.reduce(1, { $0 * $1.greatestSlope }) <= Self.slopeLimit else { return nil }
        var (limiting, straightness) = (Set<Int>(), [Int: Double]())
        // The conversion to RGB comes before a curve.
        let offset = isColor && changes.first?.matrix == nil ? 1 : 0
        for (index, change) in changes.enumerated() {
            let later = changes.dropFirst(index + 1).reduce(1) { $0 * max(1, $1.greatestSlope) }
            switch change {
            case .matrix(let matrix):
                if !matrix.staysInside { limiting.insert(index + offset) }
            case .curve(let curve):
                let cubic = ChannelCurve(values: curve.values)
                let slope = curve.amount.magnitude * later
                straightness[index + offset] = cubic.straightness(times: slope)
            case .channels(let curve):
                straightness[index + offset] = curve.straightness(times: later)
            }
        }
        (self.limiting, self.straightness) = (limiting, straightness)
        if changes.isEmpty {
            self.changes = [.matrix(Self.bytes)]
        } else if isColor {
            self.changes = Self.betweenPlanes(changes)
        } else {
            self.changes = changes + [.matrix(Self.bytes)]
        }
    }

    /// Adds the conversion from the planes to RGB before color filters, and the one back after
    /// them.
    private static func betweenPlanes(_ changes: [Change]) -> [Change] {
        let back = Change.matrix(bytes * planesFromRGB)
        guard case .matrix(let first)? = changes.first else {
            return [.matrix(rgbFromPlanes)] + changes + [back]
        }
        return [.matrix(first * rgbFromPlanes)] + changes.dropFirst() + [back]
    }

    /// Applies the color filters to all rows of a band of low-resolution samples.
    func apply(to band: inout Band<Straight>) {
        for change in changes {
            switch change {
            case .matrix(let matrix): band.apply(matrix)
            case .curve(let curve): band.apply(curve)
            case .channels(let curve): band.apply(curve)
            }
        }
    }

    /// Applies the color filters to a band of low-resolution samples, and marks where they are not
    /// linear.
    func apply(to band: inout Band<Straight>, marking bends: inout ColorBends) {
        bends.clear()
        for (index, change) in changes.enumerated() {
            if let limit = straightness[index] {
                bends.mark(band, steppingOver: limit, step: index)
            }
            switch change {
            case .matrix(let matrix):
                if limiting.contains(index) { bends.mark(band, limitedBy: matrix, step: index) }
                band.apply(matrix)
            case .curve(let curve): band.apply(curve)
            case .channels(let curve): band.apply(curve)
            }
        }
    }

    // MARK: Matrices

    /// The matrix from samples of 257 times the byte value to 256 times the byte value.
    private static let bytes: ColorMatrix = {
        let scale = 256.0 / 257
        return ColorMatrix(
            red: .init(scale, 0, 0),
            green: .init(0, scale, 0),
            blue: .init(0, 0, scale)
        )
    }()

    /// The sample value, from 0 to 1, that means zero in Cb and Cr.
    private static let zero = 128.0 / 255

    private static let rgbFromPlanes: ColorMatrix = {
        func row(_ cb: Double, _ cr: Double) -> ColorMatrix.Row {
            .init(1, cb, cr, 0, -(cb + cr) * zero)
        }
        return ColorMatrix(
            red: row(0, 1.402),
            green: row(-0.114 * 1.772 / 0.587, -0.299 * 1.402 / 0.587),
            blue: row(1.772, 0)
        )
    }()

    private static let planesFromRGB = ColorMatrix(
        red: .init(0.299, 0.587, 0.114),
        green: .init(-0.299 / 1.772, -0.587 / 1.772, 0.886 / 1.772, 0, zero),
        blue: .init(0.701 / 1.402, -0.587 / 1.402, -0.114 / 1.402, 0, zero)
    )
}

// Color filters clip colors to the range of RGB. Clipping does not commute with interpolation
// between low-resolution samples, so that pixels must be made. The steeper a filter is, the more of
// them.

extension ColorMatrix {
    /// The greatest factor by which the matrix multiplies differences between colors.
    ///
    /// A factor that applies to the difference of two channels counts half: in photos, the channels
    /// of a pixel differ less from each other than from the same channels elsewhere.
    var greatestSlope: Double {
        [red, green, blue].reduce(0) { slope, row in
            let all = row.red.magnitude + row.green.magnitude + row.blue.magnitude
            return max(slope, (row.red + row.green + row.blue).magnitude, all / 2)
        }
    }
}

extension ChannelCurve {
    /// The greatest factor by which the curve multiplies differences between samples.
    var greatestSlope: Double {
        let factors = powers
        func slope(_ channel: Double) -> Double {
            ((3 * factors[3] * channel + 2 * factors[2]) * channel + factors[1]).magnitude
        }
        // The slope is a parabola: its extremes lie at an end or at its vertex.
        let turn = -factors[2] / (3 * factors[3])
        return max(slope(0), slope(1), turn > 0 && turn < 1 ? slope(turn) : 0)
    }
}

extension ChannelCurve {
    /// Returns the greatest difference of neighboring samples for which the curve may be
    /// interpolated between them, with an error of no more than 0.3 of 255 after a factor.
    ///
    /// Interpolation mixes samples with a variance of a quarter of their distance, squared, along each
    /// axis; so it is off by an eighth of the second derivative times the squares of both differences.
    /// Where the curve is limited, it bends by its slope, and is off by a fifth of that.
    fileprivate func straightness(times factor: Double) -> Double {
        let powers = powers
        let bend = max(powers[2].magnitude * 2, (2 * powers[2] + 6 * powers[3]).magnitude)
        let smooth = (1.2 / 255 / max(bend * factor, 1e-6)).squareRoot()
        let isInside = values.min() >= 0 && values.max() <= 1
        return isInside ? smooth : min(smooth, 1.5 / 255 / max(greatestSlope * factor, 1e-6))
    }
}

extension LuminanceCurve {
    /// The greatest factor by which the curve multiplies differences between colors.
    var greatestSlope: Double {
        (1 - amount).magnitude + amount.magnitude * ChannelCurve(values: values).greatestSlope
    }
}
