// SPDX-License-Identifier: Apache-2.0

/// A change of colors by curves that depend on all pixels of the image.
///
/// It is the part of which filters such as `equalize()` are made. The image passes twice: it is
/// counted first, and then changed. Pixels count by their alpha.
package struct ImageStatistic: Sendable {
    /// The samples that are counted.
    package enum Input: String, Hashable, Sendable {
        /// The samples of each color channel.
        case channels
        /// The luminance of each pixel, by the weights of Rec. 709.
        case luminance
        /// The luminance of each pixel, which also replaces its color.
        case gray
    }

    /// The filter's name and parameters as a canonical value, for cache keys.
    package let planValue: PlanValue

    /// The samples that are counted.
    package let input: Input

    /// Returns the curves for the histograms: one, or one for each color channel.
    package let curves: @Sendable ([Histogram]) -> ToneCurves

    /// Creates a filter from its canonical value and its curves.
    ///
    /// - Parameters:
    ///   - value: The canonical description; equal values must have equal curves.
    ///   - input: The samples that are counted.
    ///   - curves: Returns the curves for the histograms.
    init(
        _ value: PlanValue,
        of input: Input,
        curves: @escaping @Sendable ([Histogram]) -> ToneCurves
    ) {
        planValue = value
        self.input = input
        self.curves = curves
    }
}

extension ImageStatistic: Hashable {
    package static func == (left: ImageStatistic, right: ImageStatistic) -> Bool {
        left.planValue == right.planValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(planValue) }
}
