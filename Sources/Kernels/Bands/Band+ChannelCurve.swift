// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band where Form == Straight {
    /// Applies a curve to each color channel of all rows that hold pixels; alpha stays as it is.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for values from −1 to 2.
    ///
    /// - Parameters:
    ///   - curve: The curve to apply.
    ///   - instructionSet: The kernel variant to use.
    public mutating func apply(
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
