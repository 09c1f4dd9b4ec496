// SPDX-License-Identifier: Apache-2.0

extension FilterFunction {
    /// One argument of a function.
    public struct Argument: Hashable, Sendable {
        /// What values look like.
        public enum Kind: Hashable, Sendable {
            /// A number inside a range, or the same as a percentage.
            case amount(ClosedRange<Double>)
            /// A number that is not negative, or the same as a percentage; what exceeds 1 counts
            /// as 1, as CSS has it.
            case fraction
            /// A number inside a range.
            case number(ClosedRange<Double>)
            /// A length inside a range of pixels.
            case length(ClosedRange<Double>)
            /// An angle.
            case angle
            /// A color.
            case color
            /// `at`, and percentages of the width and the height.
            case position
            /// `mask()` with the digest of a kept picture, and what of it counts.
            case mask
        }

        /// The name, for documents and errors.
        public let name: String

        /// What values look like.
        public let kind: Kind

        /// Whether numbers and lengths must be whole.
        public let isWhole: Bool

        /// How many values of the kind there are.
        public let count: Int

        /// What holds when it is left out, as it would be written; `nil` when it must be there.
        public let defaultText: String?

        /// What it means, in a few words.
        public let sentence: String

        /// Creates an argument.
        init(
            _ name: String,
            _ kind: Kind,
            isWhole: Bool = false,
            count: Int = 1,
            default defaultText: String? = nil,
            _ sentence: String
        ) {
            self.name = name
            self.kind = kind
            self.isWhole = isWhole
            self.count = count
            self.defaultText = defaultText
            self.sentence = sentence
        }

        /// How it is written, by name.
        var syntax: String {
            "<\(name)>" + (count > 1 ? "{\(count)}" : "") + (defaultText == nil ? "" : "?")
        }

        /// The accepted values in words.
        public var allowed: String {
            switch kind {
            case .amount(let range):
                "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)) "
                    + "or a percentage"
            case .fraction: "a number that is not negative or a percentage; above 1 is 1"
            case .number(let range):
                (isWhole ? "a whole number" : "a number")
                    + " from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            case .length(let range):
                (isWhole ? "a whole number of pixels" : "a length")
                    + " from \(Self.text(range.lowerBound))px to \(Self.text(range.upperBound))px"
            case .angle: "an angle in deg, grad, rad or turn"
            case .color: "a color"
            case .position: "'at' and two percentages from 0% to 100%"
            case .mask: "mask() with a digest of 64 lowercase hexadecimal digits"
            }
        }

        /// The unit of the values that ``range`` bounds, where they have one.
        public var unit: String? {
            switch kind {
            case .length: "px"
            case .angle: "deg"
            case .position: "%"
            case .amount, .fraction, .number, .color, .mask: nil
            }
        }

        /// The least and the greatest accepted number, where there is one; what a fraction may
        /// exceed is its greatest.
        public var range: ClosedRange<Double>? {
            switch kind {
            case .amount(let range), .number(let range), .length(let range): range
            case .fraction: 0...1
            case .position: 0...100
            case .angle, .color, .mask: nil
            }
        }

        /// A number as people write it.
        package static func text(_ number: Double) -> String {
            number == number.rounded() ? String(Int(number)) : String(number)
        }
    }
}
