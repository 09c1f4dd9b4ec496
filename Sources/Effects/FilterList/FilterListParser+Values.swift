// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    // MARK: Numbers

    /// Consumes a number in a range, or a percentage as a fraction of 1.
    mutating func amount(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        let token = next
        // One `if` instead of `??`, whose closure crashes the optimizer of Swift 6.3.1.
        let number: Double
        if let plain = token.number {
            number = plain
        } else if let percentage = token.percentage {
            number = percentage / 100
        } else {
            throw unexpected(token, expectation.words)
        }
        consume(token)
        return try checked(number, token, expectation, in: range)
    }

    /// Consumes a number in a range.
    mutating func number(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        let token = next
        guard let number = token.number else { throw unexpected(token, expectation.words) }
        consume(token)
        return try checked(number, token, expectation, in: range)
    }

    /// Consumes a length in a range of pixels.
    mutating func length(
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        let token = next
        let pixels = try pixels(token, expectation.words)
        return try checked(pixels, token, expectation, in: range)
    }

    /// Consumes an angle, in degrees.
    ///
    /// - Parameter expectation: The argument.
    /// - Returns: The angle without whole turns, above −180 and up to 180.
    /// - Throws: The first error; infinite angles are refused.
    mutating func turn(_ expectation: FilterExpectation) throws(FilterListError) -> Double {
        let token = next
        let turned = try angle(token, expectation.words).remainder(dividingBy: 360)
        return try checked(turned == -180 ? 180 : turned, token, expectation, in: -180...180)
    }

    /// Checks the range of a number; negative zero becomes zero, because it has another text.
    private func checked(
        _ number: Double,
        _ token: FilterToken,
        _ expectation: FilterExpectation,
        in range: ClosedRange<Double>
    ) throws(FilterListError) -> Double {
        let argument = expectation.argument
        guard range.contains(number), !argument.isWhole || number == number.rounded() else {
            throw .outOfRange(
                place(token.range),
                argument: argument.name,
                allowed: argument.allowed
            )
        }
        return number == 0 ? 0 : number
    }

    // MARK: Units

    /// Consumes a length, in pixels.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 6.2.
    private mutating func pixels(
        _ token: FilterToken,
        _ expected: String
    ) throws(FilterListError) -> Double {
        if token.number == 0 {
            consume(token)
            return 0
        }
        guard let (number, unit) = token.dimension else { throw unexpected(token, expected) }
        guard let (factor, divisor) = Self.pixels[unit] else {
            if Self.relativeUnits.contains(unit) {
                throw .unsupported(place(token.range), .relativeUnit)
            }
            throw unexpected(token, expected)
        }
        consume(token)
        return number * factor / divisor
    }

    /// The pixels of each unit of length, as quotients.
    private static let pixels: [String: (Double, Double)] = [
        "px": (1, 1), "in": (96, 1), "cm": (96, 2.54), "mm": (96, 25.4), "q": (96, 101.6),
        "pc": (16, 1), "pt": (4, 3),
    ]

    /// The CSS units that depend on a font, a viewport or a container.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 6.1; CSS Conditional Rules Module
    /// Level 5, section 8.
    private static let relativeUnits: Set<String> = {
        var units: Set<String> = ["em", "ex", "cap", "ch", "ic", "lh"]
        units.formUnion(units.map { "r\($0)" })
        let sides = ["w", "h", "i", "b", "min", "max"]
        for prefix in ["v", "sv", "lv", "dv", "cq"] {
            units.formUnion(sides.map { prefix + $0 })
        }
        return units
    }()

    /// Consumes an angle, in degrees.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 7.1.
    mutating func angle(
        _ token: FilterToken,
        _ expected: String
    ) throws(FilterListError) -> Double {
        if token.number == 0 {
            consume(token)
            return 0
        }
        guard let (number, unit) = token.dimension,
            let (factor, divisor) = Self.degrees[unit]
        else { throw unexpected(token, expected) }
        consume(token)
        return number * factor / divisor
    }

    /// The degrees of each unit of angle, as quotients.
    private static let degrees: [String: (Double, Double)] = [
        "deg": (1, 1), "grad": (360, 400), "rad": (180, .pi), "turn": (360, 1),
    ]

    // MARK: Positions and masks

    /// Consumes `at` and two percentages.
    mutating func point(_ expectation: FilterExpectation) throws(FilterListError) -> Point {
        guard next.identifier == "at" else { throw unexpected(next, expectation.words) }
        consume(next)
        func part(_ parser: inout FilterListParser) throws(FilterListError) -> Double {
            try parser.skipSpace()
            let token = parser.next
            guard let number = token.percentage else {
                throw parser.unexpected(token, "a percentage from 0% to 100%")
            }
            parser.consume(token)
            return try parser.checked(number, token, expectation, in: 0...100) / 100
        }
        let x = try part(&self)
        return Point(x: x, y: try part(&self))
    }

    /// Consumes `mask()`.
    mutating func mask(expected: String) throws(FilterListError) -> Mask {
        let token = next
        guard token.function == "mask" else { throw unexpected(token, expected) }
        consume(token)
        try skipSpace()
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
        try skipSpace()
        var channel = Mask.Channel.alpha
        let word = next
        if let name = word.identifier {
            guard let stated = Mask.Channel(rawValue: name) else {
                throw unexpected(word, "alpha, luminance or ')'")
            }
            channel = stated
            consume(word)
            try skipSpace()
        }
        guard skip(.delimiter(")")) else { throw unexpected(next, "alpha, luminance or ')'") }
        return Mask(ResourceID(digest: digest), channel: channel)
    }
}
