// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    // MARK: Numbers

    /// Consumes a number in a range, or a percentage, converted to a fraction.
    mutating func amount(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        try value(expectation, in: range) { number in
            if number.dimension == .percentage { return number.value / 100 }
            return number.dimension == .number ? number.value : nil
        }
    }

    /// Consumes a number in a range.
    mutating func number(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        try value(expectation, in: range) { $0.dimension == .number ? $0.value : nil }
    }

    /// Consumes a length, converts it to pixels, and checks that they lie in a range.
    mutating func length(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        try value(expectation, in: range) { $0.isZero || $0.dimension == .length ? $0.value : nil }
    }

    /// Consumes an angle, and reduces it to degrees greater than −180 and up to 180.
    ///
    /// - Parameter expectation: The argument.
    /// - Returns: The angle without whole turns, greater than −180 and up to 180; 0 for an infinite
    ///   one.
    /// - Throws: The first error.
    mutating func turn(_ expectation: FilterExpectation) throws(FilterListError) -> Double {
        let turns = -Double.infinity...Double.infinity
        let angle = try value(expectation, in: turns) {
            $0.isZero || $0.dimension == .angle ? $0.value : nil
        }
        guard angle.isFinite else { return 0 }
        let turned = angle.remainder(dividingBy: 360)
        return turned == -180 ? 180 : turned == 0 ? 0 : turned
    }

    /// Consumes a number of any dimension, converts it to the argument's unit, and checks its
    /// range.
    ///
    /// Negative zero becomes zero, because it has another text.
    ///
    /// - Parameters:
    ///   - expectation: The argument.
    ///   - range: The range.
    ///   - convert: Converts the number; `nil` if it has the wrong dimension.
    /// - Returns: The value, limited to the range where the argument or CSS limits it.
    /// - Throws: The first error.
    private mutating func value(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>,
        _ convert: (CSSNumber) -> Double?
    ) throws(FilterListError) -> Double {
        let first = next
        guard let (number, token) = try numeric() else {
            throw unexpected(first, expectation.words)
        }
        guard var value = convert(number) else {
            throw .unexpected(place(token.range), expected: expectation.words)
        }
        let argument = expectation.argument
        if argument.isSaturating, number.isComputed || range.lowerBound < 0 || value > 0 {
            value = min(max(value, range.lowerBound), range.upperBound)
        }
        // Without the pixels per point, lengths in points cannot be checked, only clamped.
        if scale == nil, hasPoints {
            value = min(max(value, range.lowerBound), range.upperBound)
            if argument.isWhole { value.round() }
        }
        guard range.contains(value), !argument.isWhole || value == value.rounded() else {
            throw .outOfRange(
                place(token.range),
                argument: argument.name,
                allowed: argument.allowed
            )
        }
        return value == 0 ? 0 : value
    }

    // MARK: Positions and masks

    /// Consumes `at` and two percentages, and returns them as fractions of the width and the
    /// height.
    mutating func point(_ expectation: FilterExpectation) throws(FilterListError) -> Point {
        guard next.identifier == "at" else { throw unexpected(next, expectation.words) }
        consume(next)
        func part(_ parser: inout FilterListParser) throws(FilterListError) -> Double {
            parser.skipSpace()
            let words = "a percentage from 0% to 100%"
            let percent = FilterExpectation(argument: expectation.argument, words: words)
            return try parser.value(percent, in: 0...100) {
                $0.dimension == .percentage ? $0.value : nil
            } / 100
        }
        let x = try part(&self)
        return Point(x: x, y: try part(&self))
    }

    /// Consumes `mask()` with the digest of an image and an optional channel.
    mutating func mask(expected: String) throws(FilterListError) -> Mask {
        let token = next
        guard token.function == "mask" else { throw unexpected(token, expected) }
        consume(token)
        skipSpace()
        // The letters and digits of a digest could be tokenized as numbers and units.
        let start = next
        let (digest, range) = consumeWord()
        let isDigest = digest.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard digest.utf8.count == 64, isDigest else {
            throw .unexpected(
                place(range.isEmpty ? start.range : range),
                expected: "a digest of 64 lowercase hexadecimal digits"
            )
        }
        skipSpace()
        var channel = Mask.Channel.alpha
        let word = next
        if let name = word.identifier {
            guard let stated = Mask.Channel(rawValue: name) else {
                throw unexpected(word, "alpha, luminance or ')'")
            }
            channel = stated
            consume(word)
            skipSpace()
        }
        guard closes() else { throw unexpected(next, "alpha, luminance or ')'") }
        return Mask(ResourceID(digest: digest), channel: channel)
    }
}

extension CSSNumber {
    /// Whether the number is a plain 0, in CSS accepted as a length or an angle without a unit.
    var isZero: Bool { value == 0 && dimension == .number && !isComputed }
}
