// SPDX-License-Identifier: Apache-2.0

extension FilterFunction {
    /// An argument of a filter function: its name, the accepted values and a description.
    package struct Argument: Hashable, Sendable {
        /// The type of an argument's values, with the accepted range.
        package enum Kind: Hashable, Sendable {
            /// A number in a range, or a percentage that means the same fraction.
            case amount(ClosedRange<Double>)
            /// A number in a range.
            case number(ClosedRange<Double>)
            /// A length in a range of pixels.
            case length(ClosedRange<Double>)
            /// An angle.
            case angle
            /// A color.
            case color
            /// The keyword `at`, then two percentages of the width and the height.
            case position
            /// The function `mask()` with the digest of an uploaded image and the channel to use.
            case mask
        }

        /// The argument's name in documentation and errors.
        package let name: String

        /// The type of the argument's values, with the accepted range.
        package let kind: Kind

        /// Whether a number or a length must be an integer.
        package let isWhole: Bool

        /// Whether a value above the range is clamped to its upper bound, as in CSS, instead of
        /// refused.
        package let isSaturating: Bool

        /// The number of values that the argument consists of, such as 20 for a matrix.
        package let count: Int

        /// The default in the syntax of filter lists, such as `0px`; `nil` for a required argument.
        package let defaultText: String?

        /// The meaning of the argument in a few words, such as "standard deviation".
        package let sentence: String

        /// Creates an argument; without a default, it is required.
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

        /// The argument as it appears in the syntax of its function, such as `<radius>?`.
        var syntax: String {
            "<\(name)>" + (count > 1 ? "{\(count)}" : "") + (defaultText == nil ? "" : "?")
        }

        /// The accepted values in words, such as "a length from 0px to 1000px".
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

        /// The unit in which ``range`` is given, such as `px`; nil for plain numbers and colors.
        package var unit: String? {
            switch kind {
            case .length: "px"
            case .angle: "deg"
            case .position: "%"
            case .amount, .number, .color, .mask: nil
            }
        }

        /// The accepted range of numbers, in ``unit``; nil for angles, colors and masks.
        package var range: ClosedRange<Double>? {
            switch kind {
            case .amount(let range), .number(let range), .length(let range): range
            case .position: 0...100
            case .angle, .color, .mask: nil
            }
        }

        /// Formats a number as a decimal, without a fraction if it is an integer.
        package static func text(_ number: Double) -> String {
            number == number.rounded() ? String(Int(number)) : String(number)
        }
    }
}
