// SPDX-License-Identifier: Apache-2.0

/// A length in a scene: a number and its unit.
public struct Length: Hashable, Sendable {
    /// The unit of a length.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Pixels of the image.
        case pixels = "px"
        /// Points, converted by the screen's pixels per point.
        case points = "pt"
        /// Percent of the containing area: of the image, or of the layer on which a layer lies.
        case percent = "%"
    }

    /// The accepted numbers, in any unit.
    public static let range: ClosedRange<Double> = -65_536...65_536

    /// The number of pixels, points or percent, as ``unit`` says.
    public let amount: Double

    /// The unit of the number.
    public let unit: Unit

    /// Creates a length; `nil` when the number lies outside of ``range``.
    public init?(_ amount: Double, _ unit: Unit = .pixels) {
        guard Self.range.contains(amount) else { return nil }
        self.amount = amount.magnitude < Self.smallest ? 0 : amount
        self.unit = unit
    }

    /// The magnitude below which a number counts as 0: a shorter length would be invisible, and
    /// slopes computed from it infinite.
    private static let smallest = 1e-6

    private init(unchecked amount: Double, _ unit: Unit) {
        self.amount = amount
        self.unit = unit
    }

    /// A length of zero pixels.
    public static let zero = Length(unchecked: 0, .pixels)

    /// The full width or height of the containing area: 100%.
    public static let whole = Length(unchecked: 100, .percent)

    /// Parses a decimal number with an optional unit; without one, it is in pixels.
    ///
    /// - Parameter text: `-`? (digits | digits? `.` digits) (`px` | `pt` | `%`)?, and nothing else. The result is `nil` for any other text, and for numbers outside of
    /// ``range``.
    public init?(parsing text: some StringProtocol) {
        let unit = Unit.allCases.first { text.hasSuffix($0.rawValue) }
        let number = text.utf8.dropLast(unit?.rawValue.utf8.count ?? 0)
        guard number.count <= 32 else { return nil }
        guard DecimalNumeral.isOne(number),
            let amount = Double(String(decoding: number, as: UTF8.self))
        else { return nil }
        self.init(amount, unit ?? .pixels)
    }

    /// Converts the length to pixels.
    ///
    /// - Parameters:
    ///   - scale: The pixels per point.
    ///   - extent: The parent's extent in the same direction, in pixels.
    /// - Returns: A number of pixels, possibly fractional.
    package func pixels(scale: Double, of extent: Double) -> Double {
        switch unit {
        case .pixels: amount
        case .points: amount * scale
        case .percent: amount / 100 * extent
        }
    }
}

extension Length: ExpressibleByStringLiteral {
    /// Creates a length from a literal such as `"20pt"`; traps if the literal is invalid.
    public init(stringLiteral text: String) {
        guard let length = Length(parsing: text) else {
            preconditionFailure("\(text) is no length")
        }
        self = length
    }
}
