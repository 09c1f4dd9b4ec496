// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A change of each pixel's color by itself: curves, matrices and scaling, one after the other.
///
/// It is the part of which filters such as `gamma()` and `vibrance()` are made. Colors are straight;
/// each step clips its result to 0 to 1 and rounds it to 16 bits; alpha stays.
package struct ColorGrade: Sendable {
    /// A step of a grade.
    package enum Step: Sendable {
        /// A color matrix.
        case matrix(ColorMatrix)
        /// A curve for each channel, computed once as a table.
        case curves(ToneCurves)
        /// Scaling of colors about gray or black.
        case scaling(ColorScaling)
    }

    /// The filter's name and parameters as a canonical value, for cache keys.
    package let planValue: PlanValue

    /// The steps, in order.
    package let steps: [Step]

    /// Whether the steps change no color.
    package let isIdentity: Bool

    /// Creates a grade from its canonical value and its steps.
    ///
    /// - Parameters:
    ///   - value: The canonical description; equal values must have equal steps.
    ///   - isIdentity: Whether the steps change no color.
    ///   - steps: The steps, in order.
    init(_ value: PlanValue, isIdentity: Bool = false, _ steps: [Step]) {
        planValue = value
        self.isIdentity = isIdentity
        self.steps = steps
    }

    /// Creates a grade of a single curve for all color channels.
    ///
    /// - Parameters:
    ///   - value: The canonical description; equal values must have equal curves.
    ///   - isIdentity: Whether the curve changes no color.
    ///   - curve: The curve, from 0 to 1.
    init(
        _ value: PlanValue,
        isIdentity: Bool = false,
        curve: @escaping @Sendable (Double) -> Double
    ) {
        self.init(value, isIdentity: isIdentity, [.curves(ToneCurves(curve))])
    }
}

extension ColorGrade: Hashable {
    package static func == (left: ColorGrade, right: ColorGrade) -> Bool {
        left.planValue == right.planValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(planValue) }
}
