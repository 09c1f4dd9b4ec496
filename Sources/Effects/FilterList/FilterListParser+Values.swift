// SPDX-License-Identifier: Apache-2.0

import Raster

extension FilterListParser {
    /// Reads one value of an argument.
    mutating func value(
        of argument: FilterFunction.Argument,
        expected: String,
        into values: inout FilterValues
    ) throws(FilterListError) {
        let token = next
        switch argument.kind {
        case .color:
            values.color = try color(expected: expected)
        case .position:
            values.point = try point(argument)
        case .mask:
            values.mask = try mask(expected: expected)
        case .amount(let range):
            let number = try amount(token, expected)
            try values.append(number, in: range, argument, place(token.range))
        case .fraction:
            let number = min(try amount(token, expected), 1)
            try values.append(number, in: 0...1, argument, place(token.range))
        case .number(let range):
            guard case .number(let number) = token.kind else { throw unexpected(token, expected) }
            consume(token)
            try values.append(number, in: range, argument, place(token.range))
        case .length(let range):
            let pixels = try length(token, expected)
            try values.append(pixels, in: range, argument, place(token.range))
        case .wholeLength(let range):
            let pixels = try length(token, expected)
            let whole = Double(range.lowerBound)...Double(range.upperBound)
            guard pixels == pixels.rounded() else {
                throw .outOfRange(
                    place(token.range),
                    argument: argument.name,
                    allowed: argument.allowed
                )
            }
            try values.append(pixels, in: whole, argument, place(token.range))
        case .angle:
            let degrees = try angle(token, expected)
            // A whole turn later everything is the same; what is infinite has no remainder.
            let turned = degrees.remainder(dividingBy: 360)
            let range = -180.0...180.0
            try values.append(
                turned == -180 ? 180 : turned,
                in: range,
                argument,
                place(token.range)
            )
        }
    }

    /// Consumes a number, or a percentage as a part of 1.
    private mutating func amount(
        _ token: FilterToken,
        _ expected: String
    ) throws(FilterListError) -> Double {
        switch token.kind {
        case .number(let number):
            consume(token)
            return number
        case .percentage(let number):
            consume(token)
            return number / 100
        default: throw unexpected(token, expected)
        }
    }

    /// Consumes a length, in pixels.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 6.2.
    private mutating func length(
        _ token: FilterToken,
        _ expected: String
    ) throws(FilterListError) -> Double {
        let pixels: Double
        switch token.kind {
        case .number(0): pixels = 0
        case .dimension(let number, "px"): pixels = number
        case .dimension(let number, "in"): pixels = number * 96
        case .dimension(let number, "cm"): pixels = number * 96 / 2.54
        case .dimension(let number, "mm"): pixels = number * 96 / 25.4
        case .dimension(let number, "q"): pixels = number * 96 / 101.6
        case .dimension(let number, "pc"): pixels = number * 16
        case .dimension(let number, "pt"): pixels = number * 4 / 3
        case .dimension(_, let unit) where Self.relativeUnits.contains(unit):
            throw .unsupported(place(token.range), .relativeUnit)
        default: throw unexpected(token, expected)
        }
        consume(token)
        return pixels
    }

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
        let degrees: Double
        switch token.kind {
        case .number(0): degrees = 0
        case .dimension(let number, "deg"): degrees = number
        case .dimension(let number, "grad"): degrees = number * 360 / 400
        case .dimension(let number, "rad"): degrees = number * 180 / .pi
        case .dimension(let number, "turn"): degrees = number * 360
        default: throw unexpected(token, expected)
        }
        consume(token)
        return degrees
    }

    /// Consumes `at` and two percentages.
    private mutating func point(
        _ argument: FilterFunction.Argument
    ) throws(FilterListError) -> Point {
        consume(next)
        func part(_ parser: inout FilterListParser) throws(FilterListError) -> Double {
            try parser.skipSpace()
            let token = parser.next
            guard case .percentage(let number) = token.kind else {
                throw parser.unexpected(token, "a percentage from 0% to 100%")
            }
            guard (0...100).contains(number) else {
                throw .outOfRange(
                    parser.place(token.range),
                    argument: argument.name,
                    allowed: argument.allowed
                )
            }
            parser.consume(token)
            return number == 0 ? 0 : number / 100
        }
        let x = try part(&self)
        return Point(x: x, y: try part(&self))
    }

    /// Consumes `mask()`.
    private mutating func mask(expected: String) throws(FilterListError) -> Mask {
        let token = next
        guard case .function(let name) = token.kind, name.asciiLowercased == "mask" else {
            throw unexpected(token, expected)
        }
        consume(token)
        try skipSpace()
        // Digits and letters of a digest would be numbers, units and names.
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
        if case .identifier(let name) = word.kind {
            guard let stated = Mask.Channel(rawValue: name.asciiLowercased) else {
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
