// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

extension CurveCoefficients {
    /// Converts a luminance curve to coefficients.
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
    /// Converts a channel curve to coefficients.
    init(_ curve: ChannelCurve) { self.init(SIMD4<Float>(curve.powers * 65_535)) }
}
