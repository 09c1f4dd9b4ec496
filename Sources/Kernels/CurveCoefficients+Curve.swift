// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

extension CurveCoefficients {
    /// The coefficients of a curve.
    init(_ curve: LuminanceCurve) {
        let (weights, values) = (LuminanceCurve.weights, curve.values)
        let cubic = SIMD4(
            values[0],
            3 * (values[1] - values[0]),
            3 * (values[0] - 2 * values[1] + values[2]),
            3 * (values[1] - values[2]) + values[3] - values[0]
        )
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
