// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band where Form == Straight {
    /// Applies a luminance curve to all rows that hold pixels; gray stays gray, and alpha as it is.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for values from −1 to 2.
    ///
    /// - Parameters:
    ///   - curve: The curve to apply.
    ///   - instructionSet: The kernel variant to use.
    package mutating func apply(
        _ curve: LuminanceCurve,
        using instructionSet: InstructionSet = .current
    ) {
        let coefficients = CurveCoefficients(curve)
        let shape = rowShape
        let kernels = instructionSet.kernels
        for row in 0..<rowCount {
            var planes = mutablePlanes(ofRow: row)
            kernels.applyCurve(coefficients, to: &planes, shape: shape)
        }
    }
}

extension Band where Form == Straight {
    /// Applies a curve to each color channel of all rows that hold pixels; alpha stays as it is.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for values from −1 to 2.
    ///
    /// - Parameters:
    ///   - curve: The curve to apply.
    ///   - instructionSet: The kernel variant to use.
    package mutating func apply(
        _ curve: ChannelCurve,
        using instructionSet: InstructionSet = .current
    ) {
        let coefficients = CubicCoefficients(curve)
        let kernels = instructionSet.kernels
        for row in 0..<rowCount {
            for channel in 0..<layout.colorChannelCount {
                var samples = mutableRow(row, of: channel)
                kernels.applyCubic(coefficients, to: &samples)
            }
        }
    }
}

extension CurveCoefficients {
    /// Converts a luminance curve to the coefficients that kernels take.
    init(_ curve: LuminanceCurve) {
        let weights = LuminanceCurve.weights
        let cubic = ChannelCurve(values: curve.values).powers
        self.init(
            weights: (
                Float(weights.red / 65_535), Float(weights.green / 65_535),
                Float(weights.blue / 65_535)
            ),
            cubic: SIMD4<Float>(cubic * (curve.amount * 65_535)),
            amount: Float(curve.amount)
        )
    }
}

extension CubicCoefficients {
    /// Converts a channel curve to the coefficients that kernels take.
    init(_ curve: ChannelCurve) { self.init(SIMD4<Float>(curve.powers * 65_535)) }
}
