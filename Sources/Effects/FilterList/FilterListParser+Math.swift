// SPDX-License-Identifier: Apache-2.0

extension FilterListParser {
    /// Consumes a number, percentage or dimension, a math function, or a channel keyword of a
    /// relative color.
    ///
    /// - Returns: The number, and a token over its whole range; `nil` for anything else, of which
    ///   nothing is consumed.
    /// - Throws: The first error in a math function; ``FilterListError/Unsupported/relativeUnit``.
    mutating func numeric() throws(FilterListError) -> (number: CSSNumber, token: FilterToken)? {
        let token = next
        if let channel = token.identifier.flatMap({ channels[$0] }) {
            consume(token)
            return (CSSNumber(value: channel, dimension: .number), token)
        }
        guard let name = token.function else {
            return try value(token).map { (number: $0, token: token) }
        }
        guard let function = MathFunction.named(name) else { return nil }
        consume(token)
        var number = try call(function, token)
        if number.value.isNaN { number.value = 0 }
        number.isComputed = true
        return (number, FilterToken(kind: token.kind, range: token.range.lowerBound..<position))
    }

    /// Consumes a number, a percentage or a number with a unit; `nil` for other tokens.
    private mutating func value(_ token: FilterToken) throws(FilterListError) -> CSSNumber? {
        let number: CSSNumber
        switch token.kind {
        case .number(let value): number = CSSNumber(value: value, dimension: .number)
        case .percentage(let value):
            if let whole {
                number = CSSNumber(value: value / 100 * whole.value, dimension: whole.dimension)
            } else {
                number = CSSNumber(value: value, dimension: .percentage)
            }
        case .dimension(let value, let name):
            guard let unit = CSSUnit.named(name, scale: scale ?? 1) else {
                guard CSSUnit.isRelative(name) else { return nil }
                throw .unsupported(place(token.range), .relativeUnit)
            }
            hasPoints = hasPoints || CSSUnit.isPoint(name)
            number = unit(value)
        case .space, .identifier, .function, .hash, .delimiter, .end: return nil
        }
        consume(token)
        return number
    }

    /// Consumes the arguments of a math function and the closing parenthesis.
    private mutating func call(
        _ function: MathFunction,
        _ token: FilterToken
    ) throws(FilterListError) -> CSSNumber {
        try descend(token)
        defer { ascend() }
        let word = try word(of: function)
        var arguments: [CSSNumber] = []
        var openEnds: [Int] = []
        repeat {
            skipSpace()
            if function.isOpen, next.identifier == "none", arguments.count != 1 {
                consume(next)
                openEnds.append(arguments.count)
                arguments.append(CSSNumber(value: .infinity, dimension: .number))
            } else {
                arguments.append(try sum())
            }
            skipSpace()
        } while skip(.delimiter(","))
        guard closes() else { throw unexpected(next, "an operator, ',' or ')'") }
        for index in openEnds where arguments.count > 1 {
            arguments[index].dimension = arguments[1].dimension
            if index == 0 { arguments[index].value = -.infinity }
        }
        let range = token.range.lowerBound..<position
        guard function.counts.contains(arguments.count) else {
            let counts = Set([function.counts.lowerBound, function.counts.upperBound]).sorted()
            let list = counts.map(String.init).joined(separator: " or ")
            let noun = counts == [1] ? "value" : "values"
            throw .unexpected(place(range), expected: "\(list) \(noun) in \(function.name)()")
        }
        guard let result = function.compute(word, arguments) else {
            throw .unexpected(place(range), expected: "values that \(function.name)() can combine")
        }
        return result
    }

    /// Consumes an optional keyword of a math function, such as `up` in `round()`, and the comma
    /// after it.
    private mutating func word(of function: MathFunction) throws(FilterListError) -> String {
        skipSpace()
        guard let word = next.identifier, function.words.contains(word) else { return "" }
        consume(next)
        skipSpace()
        guard skip(.delimiter(",")) else { throw unexpected(next, "','") }
        return word
    }

    /// Consumes a sum: products joined by `+` and `-` with white space on both sides.
    private mutating func sum() throws(FilterListError) -> CSSNumber {
        var total = try product()
        while true {
            let before = position
            let isApart = skipWhiteSpace()
            let token = next
            guard isApart, token.kind == .delimiter("+") || token.kind == .delimiter("-") else {
                position = before
                return total
            }
            consume(token)
            guard skipWhiteSpace() else { throw unexpected(next, "space after '+' or '-'") }
            let term = try product()
            guard term.dimension == total.dimension else {
                throw .unexpected(place(token.range), expected: "values with units alike")
            }
            total.value += token.kind == .delimiter("+") ? term.value : -term.value
        }
    }

    /// Consumes a product: operands joined by `*` and `/`.
    private mutating func product() throws(FilterListError) -> CSSNumber {
        var total = try operand()
        while true {
            let before = position
            skipSpace()
            let multiplies = skip(.delimiter("*"))
            guard multiplies || skip(.delimiter("/")) else {
                position = before
                return total
            }
            skipSpace()
            let factor = try operand()
            if multiplies {
                total.value *= factor.value
                total.dimension = total.dimension * factor.dimension
            } else {
                total.value /= factor.value
                total.dimension = total.dimension / factor.dimension
            }
        }
    }

    /// Consumes an operand: a number, a constant, a math function, or a sum in parentheses.
    private mutating func operand() throws(FilterListError) -> CSSNumber {
        let token = next
        if let name = token.identifier {
            guard let value = channels[name] ?? Self.constants[name] else {
                throw unexpected(token, "a number or a length")
            }
            consume(token)
            return CSSNumber(value: value, dimension: .number)
        }
        if let name = token.function, let function = MathFunction.named(name) {
            consume(token)
            return try call(function, token)
        }
        if skip(.delimiter("(")) {
            try descend(token)
            defer { ascend() }
            skipSpace()
            let total = try sum()
            skipSpace()
            guard closes() else { throw unexpected(next, "an operator or ')'") }
            return total
        }
        guard let number = try value(token) else {
            throw unexpected(token, "a number or a length")
        }
        return number
    }

    /// The constants of CSS math functions, such as `pi`.
    ///
    /// Reference: CSS Values and Units Module Level 4, section 10.7.
    private static let constants: [String: Double] = [
        "e": 2.718281828459045, "pi": .pi, "infinity": .infinity, "-infinity": -.infinity,
        "nan": .nan,
    ]
}
