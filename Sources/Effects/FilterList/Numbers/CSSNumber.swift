// SPDX-License-Identifier: Apache-2.0

/// A number of CSS with its dimension: a plain number, a percentage, a length or an angle.
struct CSSNumber: Equatable {
    /// The value, in pixels, degrees, percent or without a unit, as ``dimension`` says.
    var value: Double

    /// The dimension of ``value``, such as length.
    var dimension: Dimension

    /// Whether a math function computed the number; it is then clamped to a range instead of
    /// refused.
    var isComputed = false

    /// The exponents of length, angle and percentage in a unit; all 0 for a plain number.
    ///
    /// Reference: CSS Typed OM Level 1, section 4.3.2, "the type of a numeric value".
    struct Dimension: Hashable {
        private var length = 0
        private var angle = 0
        private var percentage = 0

        static let number = Dimension()
        static let length = Dimension(length: 1)
        static let angle = Dimension(angle: 1)
        static let percentage = Dimension(percentage: 1)

        private init(length: Int = 0, angle: Int = 0, percentage: Int = 0) {
            (self.length, self.angle, self.percentage) = (length, angle, percentage)
        }

        static func * (left: Dimension, right: Dimension) -> Dimension {
            Dimension(
                length: left.length + right.length,
                angle: left.angle + right.angle,
                percentage: left.percentage + right.percentage
            )
        }

        static func / (left: Dimension, right: Dimension) -> Dimension {
            Dimension(
                length: left.length - right.length,
                angle: left.angle - right.angle,
                percentage: left.percentage - right.percentage
            )
        }
    }
}
