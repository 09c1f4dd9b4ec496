// SPDX-License-Identifier: Apache-2.0

/// A length as a caller writes it: a number and its unit.
public struct Length: Hashable, Sendable {
    /// What a number counts.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Pixels of the picture.
        case pixels = "px"
        /// Points, of which each has as many pixels as the traits' scale says.
        case points = "pt"
        /// Hundredths of the parent's extent: of the picture for a pane, of the pane for what is
        /// drawn on it.
        case percent = "%"
    }

    /// The accepted numbers.
    public static let range: ClosedRange<Double> = -65_536...65_536

    /// The number.
    public let amount: Double

    /// What it counts.
    public let unit: Unit

    /// Creates a length; `nil` when the number lies outside of ``range``.
    public init?(_ amount: Double, _ unit: Unit = .pixels) {
        guard Self.range.contains(amount) else { return nil }
        self.amount = amount.magnitude < Self.smallest ? 0 : amount
        self.unit = unit
    }

    /// What is less counts as nothing: no pixel shows it, and slopes along it have no numbers.
    private static let smallest = 1e-6

    private init(unchecked amount: Double, _ unit: Unit) {
        self.amount = amount
        self.unit = unit
    }

    /// No length.
    public static let zero = Length(unchecked: 0, .pixels)

    /// The whole of the parent.
    public static let whole = Length(unchecked: 100, .percent)

    /// Reads a decimal number with the name of a unit after it, or without one for pixels.
    ///
    /// - Parameter text: `-`? digits (`.` digits)? (`px` | `pt` | `%`)?, and nothing else; `nil`
    ///   comes of anything else, and of numbers outside of ``range``.
    public init?(parsing text: some StringProtocol) {
        let unit = Unit.allCases.first { text.hasSuffix($0.rawValue) }
        let number = text.utf8.dropLast(unit?.rawValue.utf8.count ?? 0)
        guard number.count <= 32 else { return nil }
        let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumeral = parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count <= 2, isNumeral,
            let amount = Double(String(decoding: number, as: UTF8.self))
        else {
            return nil
        }
        self.init(amount, unit ?? .pixels)
    }

    /// The length in pixels.
    ///
    /// - Parameters:
    ///   - scale: The pixels of a point.
    ///   - extent: The extent of the parent in the same direction, in pixels.
    /// - Returns: Pixels and parts of pixels.
    public func pixels(scale: Double, of extent: Double) -> Double {
        switch unit {
        case .pixels: amount
        case .points: amount * scale
        case .percent: amount / 100 * extent
        }
    }
}
