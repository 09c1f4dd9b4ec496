// SPDX-License-Identifier: Apache-2.0

/// Interpolates single pixels between the low-resolution samples of a blur, as a
/// ``PlaneExpansion`` interpolates whole rows.
public struct PixelExpansion: Sendable {
    /// The low-resolution samples between which a pixel lies, and their weights, which sum to 1.
    public struct Taps: Sendable {
        /// The position of the first of three low-resolution samples.
        public let first: Int
        /// The weights of the three.
        public let weights: (Float, Float, Float)
    }

    private let rows: BlurAxis
    private let columns: BlurAxis

    /// Creates the interpolation.
    ///
    /// - Parameter plan: The plan of a plane with an output sample for each pixel, of an edge mode
    ///   that does not normalize.
    public init(_ plan: PlanePlan) {
        precondition(plan.coverage == nil, "the edge mode has weights of its own")
        (rows, columns) = (plan.rows, plan.columns)
    }

    /// The taps of a row of the result; those beyond the last row are equal to its taps.
    public func taps(ofRow y: Int) -> Taps { Self.taps(rows, y) }

    /// The taps of a column of the result; those beyond the last column are equal to its taps.
    public func taps(ofColumn x: Int) -> Taps { Self.taps(columns, x) }

    private static func taps(_ axis: BlurAxis, _ index: Int) -> Taps {
        let spline = axis.interpolation
        let position = axis.outputStart + min(index, axis.outputCount - 1)
        let (block, phase) = (spline.block(of: position), spline.phase(of: position))
        guard spline.taps == 3 else { return Taps(first: block, weights: (1, 0, 0)) }
        func weight(_ tap: Int) -> Float {
            Float(spline.weights[phase + tap * spline.step])
                / Float(1 << spline.interpolationShift)
        }
        return Taps(first: block - 2, weights: (weight(2), weight(1), weight(0)))
    }
}
