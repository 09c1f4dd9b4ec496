// SPDX-License-Identifier: Apache-2.0

import Raster

/// An argument of a filter function, and a parser that returns its value as a Swift type.
struct FilterParameter<Value: Sendable>: Sendable {
    /// The argument's name, accepted values and description.
    let argument: FilterFunction.Argument

    /// Parses one value of the argument at the parser's position.
    let read: @Sendable (inout FilterListParser, FilterExpectation) throws(FilterListError) -> Value
}

/// The argument that the parser expects next, and the accepted values in words.
struct FilterExpectation {
    /// The argument that is expected.
    let argument: FilterFunction.Argument

    /// The allowed values in words, for errors.
    let words: String
}

extension FilterParameter where Value == Double {
    /// Declares an argument that is a number in a range or a percentage; larger values may be
    /// clamped.
    static func amount(
        _ name: String,
        _ range: ClosedRange<Double>,
        isSaturating: Bool = false,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        Self(
            argument: .init(
                name,
                .amount(range),
                isSaturating: isSaturating,
                default: defaultText,
                sentence
            )
        ) { parser, expectation throws(FilterListError) in
            try parser.amount(expectation, in: range)
        }
    }

    /// Declares an argument that is a number in a range.
    static func number(
        _ name: String,
        _ range: ClosedRange<Double>,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .number(range), default: defaultText, sentence)) {
            parser,
            expectation throws(FilterListError) in
            try parser.number(expectation, in: range)
        }
    }

    /// Declares an argument that is a fraction or a percentage; above 1 it is clamped to 1, as in
    /// CSS.
    static func fraction(
        _ name: String,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        amount(name, 0...1, isSaturating: true, default: defaultText, sentence)
    }

    /// Declares an argument that is a length in a range of pixels; larger values may be clamped.
    static func length(
        _ name: String,
        _ range: ClosedRange<Double>,
        isSaturating: Bool = false,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        Self(
            argument: .init(
                name,
                .length(range),
                isSaturating: isSaturating,
                default: defaultText,
                sentence
            )
        ) { parser, expectation throws(FilterListError) in
            try parser.length(expectation, in: range)
        }
    }

    /// Declares an argument that is an angle, reduced to degrees greater than −180 and up
    /// to 180.
    static func angle(
        _ name: String,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .angle, default: defaultText, sentence)) {
            parser,
            expectation throws(FilterListError) in
            try parser.turn(expectation)
        }
    }
}

extension FilterParameter where Value == Int {
    /// Declares an argument that is an integer in a range.
    static func wholeNumber(
        _ name: String,
        _ range: ClosedRange<Int>,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        let numbers = ClosedRange<Double>(range)
        return Self(
            argument: .init(name, .number(numbers), isWhole: true, default: defaultText, sentence)
        ) { parser, expectation throws(FilterListError) in
            Int(try parser.number(expectation, in: numbers))
        }
    }

    /// Declares an argument that is a length of an integer number of pixels.
    static func wholeLength(
        _ name: String,
        _ range: ClosedRange<Int>,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        let pixels = ClosedRange<Double>(range)
        return Self(
            argument: .init(name, .length(pixels), isWhole: true, default: defaultText, sentence)
        ) { parser, expectation throws(FilterListError) in
            Int(try parser.length(expectation, in: pixels))
        }
    }
}

extension FilterParameter where Value == SIMD4<Double> {
    /// Declares an argument that consists of four numbers in a range.
    static func fourNumbers(
        _ name: String,
        _ range: ClosedRange<Double>,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .number(range), count: 4, sentence)) {
            parser,
            expectation throws(FilterListError) in
            var values = SIMD4<Double>()
            for index in values.indices {
                parser.skipSpace()
                values[index] = try parser.number(expectation, in: range)
            }
            return values
        }
    }
}

extension FilterParameter where Value == [Double] {
    /// Declares an argument that consists of several numbers in a range.
    static func numbers(
        _ name: String,
        _ range: ClosedRange<Double>,
        count: Int,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .number(range), count: count, sentence)) {
            parser,
            expectation throws(FilterListError) in
            var values: [Double] = []
            for _ in 0..<count {
                parser.skipSpace()
                values.append(try parser.number(expectation, in: range))
            }
            return values
        }
    }
}

extension FilterParameter where Value == ColorMatrix {
    /// Declares an argument that is a color matrix: twenty numbers in a range, row by row.
    static func matrix(
        _ name: String,
        _ range: ClosedRange<Double>,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .number(range), count: 20, sentence)) {
            parser,
            expectation throws(FilterListError) in
            func row(
                _ parser: inout FilterListParser
            ) throws(FilterListError) -> ColorMatrix.Row {
                func next(_ parser: inout FilterListParser) throws(FilterListError) -> Double {
                    parser.skipSpace()
                    return try parser.number(expectation, in: range)
                }
                return ColorMatrix.Row(
                    try next(&parser),
                    try next(&parser),
                    try next(&parser),
                    try next(&parser),
                    try next(&parser)
                )
            }
            return ColorMatrix(
                red: try row(&parser),
                green: try row(&parser),
                blue: try row(&parser),
                alpha: try row(&parser)
            )
        }
    }
}

extension FilterParameter where Value == StraightColor {
    /// Declares an argument that is a CSS color; if it is optional, it may come first or last.
    static func color(
        _ name: String,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .color, default: defaultText, sentence)) {
            parser,
            expectation throws(FilterListError) in
            try parser.color(expected: expectation.words)
        }
    }
}

extension FilterParameter where Value == Point {
    /// Declares an argument that is `at` and two percentages, parsed as fractions of width and
    /// height.
    static func position(
        _ name: String,
        default defaultText: String? = nil,
        _ sentence: String
    ) -> Self {
        Self(argument: .init(name, .position, default: defaultText, sentence)) {
            parser,
            expectation throws(FilterListError) in
            try parser.point(expectation)
        }
    }
}

extension FilterParameter where Value == Mask {
    /// Declares an argument that is `mask()` with the digest of an uploaded image.
    static func mask(_ name: String, _ sentence: String) -> Self {
        Self(argument: .init(name, .mask, sentence)) {
            parser,
            expectation throws(FilterListError) in
            try parser.mask(expected: expectation.words)
        }
    }
}

extension ClosedRange<Double> {
    fileprivate init(_ range: ClosedRange<Int>) {
        self = Double(range.lowerBound)...Double(range.upperBound)
    }
}
