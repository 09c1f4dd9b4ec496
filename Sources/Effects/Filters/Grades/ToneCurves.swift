// SPDX-License-Identifier: Apache-2.0

/// A curve for all color channels of an image, or one for each, as functions from 0...1 to 0...1.
package struct ToneCurves: Sendable {
    /// One curve for all color channels, or three for red, green and blue.
    package let curves: [@Sendable (Double) -> Double]

    /// Creates the same curve for all color channels; results are clipped to 0 to 1.
    package init(_ curve: @escaping @Sendable (Double) -> Double) { curves = [curve] }

    /// Creates curves for red, green and blue, or for gray alone.
    package init(channels: [@Sendable (Double) -> Double]) {
        precondition(channels.count == 1 || channels.count == 3, "gray or three colors are needed")
        curves = channels
    }

    /// The greatest factor by which the curves multiply small differences between samples.
    package var greatestSlope: Double {
        let steps = 256.0
        return curves.reduce(0) { slope, curve in
            var (last, slope) = (curve(0), slope)
            for step in 1...Int(steps) {
                let next = min(max(curve(Double(step) / steps), 0), 1)
                slope = max(slope, (next - last).magnitude * steps)
                last = next
            }
            return slope
        }
    }
}
