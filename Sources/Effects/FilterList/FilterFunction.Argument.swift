// SPDX-License-Identifier: Apache-2.0

extension FilterFunction {
    /// An argument of a function.
    package struct Argument: Hashable, Sendable {
        /// A kind of value.
        package enum Kind: Hashable, Sendable {
            /// A number in a range, or the same as a percentage.
            case amount(ClosedRange<Double>)
            /// A number in a range.
            case number(ClosedRange<Double>)
            /// A length in a range of pixels.
            case length(ClosedRange<Double>)
            /// An angle.
            case angle
            /// A color.
            case color
            /// `at` and percentages of the width and the height.
            case position
            /// `mask()` with the digest of a kept picture and the channel to use.
            case mask
        }

        /// The name in documentation and errors.
        package let name: String

        /// The kind of the values.
        package let kind: Kind

        /// Whether numbers and lengths must be whole.
        package let isWhole: Bool

        /// Whether larger values count as the greatest one, as in CSS.
        package let isSaturating: Bool

        /// The number of values.
        package let count: Int

        /// The default as it would be written; `nil` for a required argument.
        package let defaultText: String?

        /// The meaning, in a few words.
        package let sentence: String

        /// Creates an argument.
        init(
            _ name: String,
            _ kind: Kind,
            isWhole: Bool = false,
            isSaturating: Bool = false,
            count: Int = 1,
            default defaultText: String? = nil,
            _ sentence: String
        ) {
            self.name = name
            self.kind = kind
            self.isWhole = isWhole
            self.isSaturating = isSaturating
            self.count = count
            self.defaultText = defaultText
            self.sentence = sentence
        }

        /// The argument in the syntax of its function.
        var syntax: String {
            "<\(name)>" + (count > 1 ? "{\(count)}" : "") + (defaultText == nil ? "" : "?")
        }

        /// The accepted values in words.
        package var allowed: String {
            switch kind {
            case .amount(let range) where isSaturating:
                "a number that is not negative or a percentage; above \(Self.text(range.upperBound)) "
                    + "is \(Self.text(range.upperBound))"
            case .amount(let range):
                "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) "
                    + "or a percentage"
            case .number(let range):
                (isWhole ? "a whole number" : "a number")
                    + " from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            case .length(let range) where isSaturating:
                (range.lowerBound < 0
                    ? "a length; beyond " : "a length that is not negative; above ")
                    + "\(Self.text(range.upperBound))px is \(Self.text(range.upperBound))px"
            case .length(let range):
                (isWhole ? "a whole number of pixels" : "a length")
                    + " from \(Self.text(range.lowerBound))px to \(Self.text(range.upperBound))px"
            case .angle: "an angle in deg, grad, rad or turn"
            case .color: "a color"
            case .position: "'at' and two percentages from 0% to 100%"
            case .mask: "mask() with a digest of 64 lowercase hexadecimal digits"
            }
        }

        /// The unit of ``range``, if the values have one.
        package var unit: String? {
            switch kind {
            case .length: "px"
            case .angle: "deg"
            case .position: "%"
            case .amount, .number, .color, .mask: nil
            }
        }

        /// The least and the greatest accepted number, if the kind has them; a saturating argument
        /// may exceed its greatest one.
        package var range: ClosedRange<Double>? {
            switch kind {
            case .amount(let range), .number(let range), .length(let range): range
            case .position: 0...100
            case .angle, .color, .mask: nil
            }
        }

        /// The decimal form of a number.
        package static func text(_ number: Double) -> String {
            number == number.rounded() ? String(Int(number)) : String(number)
        }
    }
}
