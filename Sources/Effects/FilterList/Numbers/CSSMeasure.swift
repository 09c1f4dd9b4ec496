// SPDX-License-Identifier: Apache-2.0

/// A length or an angle whose pixels or degrees may depend on a percentage's base or on the pixels
/// per point.
///
/// Reference: CSS Values and Units Module Level 4, sections 5.5 and 10.
enum CSSMeasure: Hashable, Sendable {
    /// A length in pixels, or an angle in degrees.
    case absolute(Double)
    /// A length in points (`pt`) that the pixels per point convert to pixels.
    case points(Double)
    /// A percentage of a base, such as the width of a box; 50 for `50%`.
    case percent(Double)
    /// The text of a math function, evaluated once the base of percentages and the pixels
    /// per point are known.
    case computed(String, CSSNumber.Dimension, hasPoints: Bool)

    /// Whether the value depends on the pixels per point.
    var hasPoints: Bool {
        switch self {
        case .absolute, .percent: false
        case .points(let points): points != 0
        case .computed(_, _, let hasPoints): hasPoints
        }
    }

    /// Whether the value depends on the base of percentages.
    var isRelative: Bool {
        switch self {
        case .absolute, .points: false
        case .percent: true
        case .computed(let text, _, _): text.contains("%")
        }
    }

    /// Whether the number is negative; false for a math function.
    var isNegative: Bool {
        switch self {
        case .absolute(let value), .points(let value), .percent(let value): value < 0
        case .computed: false
        }
    }

    /// Converts the measure to pixels or degrees.
    ///
    /// - Parameters:
    ///   - whole: The pixels or degrees of 100 %.
    ///   - scale: The pixels of one `pt`.
    /// - Returns: The value, limited to ``range``.
    func value(of whole: Double, scale: Double) -> Double {
        switch self {
        case .absolute(let value): value
        case .points(let points): points * scale
        case .percent(let percent): percent / 100 * whole
        case .computed(let text, let dimension, _):
            Self.limited(Self.compute(text, of: whole, dimension, scale: scale))
        }
    }

    /// The range to which values are clamped, in pixels or degrees; lengths in an image are much
    /// smaller.
    static let range: ClosedRange<Double> = -1e6...1e6

    /// Clamps a value to ``range``.
    static func limited(_ value: Double) -> Double {
        min(max(value, range.lowerBound), range.upperBound)
    }

    private static func compute(
        _ text: String,
        of whole: Double,
        _ dimension: CSSNumber.Dimension,
        scale: Double
    ) -> Double {
        var parser = FilterListParser(text, scale: scale)
        parser.whole = CSSNumber(value: whole, dimension: dimension)
        // The text was parsed before, and is valid for any base of percentages.
        guard let number = try? parser.numeric() else { return 0 }
        return number.number.value
    }
}

extension FilterListParser {
    /// Consumes a length or an angle, a percentage, or a math function of both.
    ///
    /// - Parameter dimension: Whether it is a length or an angle.
    /// - Returns: The measure; nil for what is no number, of which nothing is consumed.
    /// - Throws: The first error.
    mutating func measure(_ dimension: CSSNumber.Dimension) throws(FilterListError) -> CSSMeasure? {
        let hadPoints = hasPoints
        hasPoints = false
        whole = CSSNumber(value: 1, dimension: dimension)
        defer {
            whole = nil
            hasPoints = hasPoints || hadPoints
        }
        let first = next
        guard let (number, token) = try numeric() else { return nil }
        if number.isComputed, number.dimension == dimension {
            return .computed(text(token.range), dimension, hasPoints: hasPoints)
        }
        if case .percentage(let percent) = first.kind {
            return .percent(CSSMeasure.limited(percent))
        }
        if case .dimension(let points, let unit) = first.kind, CSSUnit.isPoint(unit),
            dimension == .length
        {
            return .points(CSSMeasure.limited(points))
        }
        guard number.dimension == dimension || number.isZero else {
            let unit = dimension == .angle ? "an angle" : "a length"
            throw .unexpected(place(token.range), expected: "\(unit) or a percentage")
        }
        return .absolute(CSSMeasure.limited(number.value))
    }
}
