// SPDX-License-Identifier: Apache-2.0

import Raster

// Changes of color limit colors, and what is limited between two low samples is not where a line
// between them has it. How wrong that is grows with how fast colors change from one low sample to the
// next: with the slope of the change.

extension ColorMatrix {
    /// By what differences between colors are multiplied at most.
    ///
    /// What is multiplied in the difference of two channels, and not in both of them, counts half:
    /// in photos, channels differ from each other by less than from themselves elsewhere.
    var greatestSlope: Double {
        [red, green, blue].reduce(0) { slope, row in
            let all = row.red.magnitude + row.green.magnitude + row.blue.magnitude
            return max(slope, (row.red + row.green + row.blue).magnitude, all / 2)
        }
    }
}

extension ChannelCurve {
    /// By what differences between channels are multiplied at most.
    var greatestSlope: Double {
        let factors = powers
        func slope(_ channel: Double) -> Double {
            ((3 * factors[3] * channel + 2 * factors[2]) * channel + factors[1]).magnitude
        }
        // The slope is a parabola: greatest at an end, or where it turns around.
        let turn = -factors[2] / (3 * factors[3])
        return max(slope(0), slope(1), turn > 0 && turn < 1 ? slope(turn) : 0)
    }
}

extension LuminanceCurve {
    /// By what differences between colors are multiplied at most.
    var greatestSlope: Double {
        (1 - amount).magnitude + amount.magnitude * ChannelCurve(values: values).greatestSlope
    }
}
