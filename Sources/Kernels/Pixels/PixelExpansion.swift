// SPDX-License-Identifier: Apache-2.0

/// Interpolates single pixels between the low-resolution samples of a blur, as a
/// ``PlaneExpansion`` interpolates whole rows.
package struct PixelExpansion: Sendable {
    /// The weights of consecutive low-resolution samples in consecutive pixels.
    package struct Weights: Sendable {
        /// The position of the first low-resolution sample.
        package let first: Int

        /// The number of low-resolution samples that have weights.
        package let count: Int

        /// A weight for each low-resolution sample and each pixel; the weights of a pixel sum to 1.
        ///
        /// The weights of a low-resolution sample follow each other.
        let bySample: [Float]

        /// The weights in ``bySample`` in another order: the weights of a pixel follow each other.
        let byPixel: [Float]

        fileprivate init(_ taps: [Taps]) {
            let first = taps[0].first
            let count = taps[taps.count - 1].first + 3 - first
            var (bySample, byPixel) = (
                [Float](repeating: 0, count: count * taps.count),
                [Float](repeating: 0, count: count * taps.count)
            )
            for (pixel, tap) in taps.enumerated() {
                for (index, weight) in [tap.weights.0, tap.weights.1, tap.weights.2].enumerated()
                where weight != 0 {
                    let sample = tap.first + index - first
                    bySample[sample * taps.count + pixel] = weight
                    byPixel[pixel * count + sample] = weight
                }
            }
            (self.first, self.count) = (first, count)
            (self.bySample, self.byPixel) = (bySample, byPixel)
        }
    }

    /// The low-resolution samples between which a pixel lies, and their weights.
    fileprivate struct Taps {
        /// The position of the first of three low-resolution samples.
        let first: Int
        let weights: (Float, Float, Float)
    }

    private let rows: BlurAxis
    private let columns: BlurAxis

    /// Creates the interpolation of single pixels of a blurred plane.
    ///
    /// - Parameter plan: The plan of a plane with an output sample for each pixel, of an edge mode
    ///   that does not normalize.
    package init(_ plan: PlanePlan) {
        precondition(plan.coverage == nil, "the edge mode has weights of its own")
        (rows, columns) = (plan.rows, plan.columns)
    }

    /// Returns the weights of low-resolution rows in a range of rows of the result; rows beyond the
    /// last have its weights.
    package func weights(ofRows pixels: Range<Int>) -> Weights {
        Weights(pixels.map { Self.taps(rows, $0) })
    }

    /// Returns the weights of low-resolution columns in a range of columns of the result; columns
    /// beyond the last have its weights.
    package func weights(ofColumns pixels: Range<Int>) -> Weights {
        Weights(pixels.map { Self.taps(columns, $0) })
    }

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
