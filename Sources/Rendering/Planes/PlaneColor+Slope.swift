// SPDX-License-Identifier: Apache-2.0

import Raster

// Changes of color clip colors to the range of RGB. Clipping does not commute with interpolation
// between low samples. The error grows with the differences between neighboring low samples, and
// therefore with the slope of the change.

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

extension LuminanceCurve {
    /// The greatest factor by which the curve multiplies differences between colors.
    var greatestSlope: Double {
        (1 - amount).magnitude + amount.magnitude * ChannelCurve(values: values).greatestSlope
    }
}
