// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band where Form == Straight {
    /// Applies a luminance curve to all rows that hold pixels; gray stays gray, and alpha as it is.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for values from −1 to 2.
    ///
    /// - Parameters:
    ///   - curve: The curve to apply.
    ///   - instructionSet: The kernel variant to use.
    public mutating func apply(
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
