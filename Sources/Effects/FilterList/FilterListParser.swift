// SPDX-License-Identifier: Apache-2.0

import Raster

/// Reads a filter list, token by token.
struct FilterListParser {
    private let tokenizer: FilterTokenizer
    private var position = 0

    init(_ text: String) { tokenizer = FilterTokenizer(text) }

    // MARK: Tokens

    /// The next token, not consumed.
    var next: FilterToken { tokenizer.token(at: position) }

    mutating func consume(_ token: FilterToken) { position = token.range.upperBound }

    /// Consumes white space and comments.
    mutating func skipSpace() throws(FilterListError) {
        let token = next
        if token.kind == .openComment { throw unexpected(token, "the end of the comment, '*/'") }
        if token.kind == .space { consume(token) }
    }

    /// Consumes a token if it is of a kind.
    mutating func skip(_ kind: FilterToken.Kind) -> Bool {
        let token = next
        guard token.kind == kind else { return false }
        consume(token)
        return true
    }

    /// Consumes letters and digits, whatever tokens they would be.
    mutating func consumeWord() -> (text: String, range: Range<Int>) {
        let range = tokenizer.word(at: position)
        position = range.upperBound
        return (tokenizer.text(range), range)
    }

    // MARK: Errors

    func place(_ range: Range<Int>) -> FilterListError.Place {
        var token = tokenizer.text(range.prefix(40))
        token = String(
            String.UnicodeScalarView(
                token.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
        if range.count > 40 { token += "…" }
        return FilterListError.Place(column: range.lowerBound + 1, token: token)
    }

    func unexpected(_ token: FilterToken, _ expected: String) -> FilterListError {
        switch token.kind {
        case .function(let name):
            if let unsupported = Self.unsupported(name.asciiLowercased) {
                return .unsupported(place(token.range), unsupported)
            }
        default: break
        }
        return .unexpected(place(token.range), expected: expected)
    }

    /// What a function of CSS is that no filter list takes.
    static func unsupported(_ name: String) -> FilterListError.Unsupported? {
        switch name {
        case "calc", "min", "max", "clamp", "round", "mod", "rem", "sin", "cos", "tan", "asin",
            "acos", "atan", "atan2", "pow", "sqrt", "hypot", "log", "exp", "abs", "sign", "var",
            "env", "attr":
            .computation
        case "url", "src": .reference
        case "lab", "lch", "oklab", "oklch", "color", "color-mix", "device-cmyk", "light-dark",
            "contrast-color":
            .colorSpace
        default: nil
        }
    }

    // MARK: Lists

    /// Reads the whole text.
    mutating func list() throws(FilterListError) -> FilterList {
        try skipSpace()
        if case .identifier(let name) = next.kind, name.asciiLowercased == "none" {
            consume(next)
            try skipSpace()
            guard next.kind == .end else {
                throw unexpected(next, "nothing behind 'none'")
            }
            return .none
        }
        var entries: [FilterList.Entry] = []
        var names: [FilterFunction.Name] = []
        repeat {
            let token = next
            let (name, isCall) = try functionName(token)
            guard entries.count < FilterList.countLimit else {
                throw .tooMany(place(token.range), limit: FilterList.countLimit)
            }
            names.append(name)
            entries.append(try entry(name, isCall: isCall))
            try skipSpace()
        } while next.kind != .end
        return FilterList(entries: entries, names: names)
    }

    /// Consumes the name of a filter and its parenthesis, which one without arguments may lack.
    private mutating func functionName(
        _ token: FilterToken
    ) throws(FilterListError) -> (name: FilterFunction.Name, isCall: Bool) {
        switch token.kind {
        case .function(let text):
            let lowercased = text.asciiLowercased
            if let name = FilterFunction.Name(rawValue: lowercased) {
                consume(token)
                return (name, true)
            }
            if let unsupported = Self.unsupported(lowercased) {
                throw .unsupported(place(token.range), unsupported)
            }
            throw unknown(token, lowercased, length: token.range.count - 1)
        case .identifier(let text):
            let lowercased = text.asciiLowercased
            guard let name = FilterFunction.Name(rawValue: lowercased) else {
                throw unknown(token, lowercased, length: token.range.count)
            }
            guard name == .averageColor else {
                consume(token)
                throw unexpected(next, "'(' right behind '\(name.rawValue)'")
            }
            consume(token)
            return (name, false)
        default:
            throw unexpected(token, "a filter such as blur(8px), or none")
        }
    }

    private func unknown(
        _ token: FilterToken,
        _ name: String,
        length: Int
    ) -> FilterListError {
        let start = token.range.lowerBound
        let names = FilterFunction.Name.allCases.map(\.rawValue)
        return .unknownFilter(
            place(start..<start + length),
            suggestion: Self.synonyms[name]
                ?? Spelling.nearest(to: name, among: names).flatMap(FilterFunction.Name.init)
        )
    }

    /// Words that others use for the same thing.
    private static let synonyms: [String: FilterFunction.Name] = [
        "gaussian-blur": .blur, "gaussianblur": .blur, "shadow": .dropShadow,
        "box-shadow": .dropShadow, "greyscale": .grayscale, "gray": .grayscale,
        "saturation": .saturate, "hue": .hueRotate, "alpha": .opacity, "negate": .invert,
        "mosaic": .pixelate, "colorize": .tint,
    ]
}

extension FilterListParser {
    /// Reads the arguments of a filter, behind its parenthesis.
    private mutating func entry(
        _ name: FilterFunction.Name,
        isCall: Bool
    ) throws(FilterListError) -> FilterList.Entry {
        var values = FilterValues()
        if isCall { try arguments(FilterFunction.row(for: name).arguments, into: &values) }
        return values.entry(name)
    }

    private mutating func arguments(
        _ arguments: [FilterFunction.Argument],
        into values: inout FilterValues
    ) throws(FilterListError) {
        // A color that may be left out may stand first or last.
        var late: FilterFunction.Argument?
        var expected = "')'"
        for argument in arguments {
            try skipSpace()
            expected = argument.defaultText == nil ? argument.allowed : "\(argument.allowed) or ')'"
            let isOmitted = argument.defaultText != nil && !startsValue(argument.kind)
            if !isOmitted {
                for _ in 0..<argument.count {
                    try skipSpace()
                    try value(of: argument, expected: expected, into: &values)
                }
                expected = "')'"
            } else if argument.kind == .color {
                late = argument
            } else {
                try values.takeDefault(of: argument)
            }
        }
        if let late {
            try skipSpace()
            if startsValue(.color) {
                try value(of: late, expected: expected, into: &values)
                expected = "')'"
            } else {
                try values.takeDefault(of: late)
            }
        }
        try close(expected)
    }

    private mutating func close(_ expected: String) throws(FilterListError) {
        try skipSpace()
        let token = next
        guard token.kind == .delimiter(")") else { throw unexpected(token, expected) }
        consume(token)
    }

    /// Whether the next token begins a value, right or wrong, of a kind.
    private func startsValue(_ kind: FilterFunction.Argument.Kind) -> Bool {
        switch (kind, next.kind) {
        case (.color, .identifier), (.color, .hash): true
        case (.color, .function(let name)): Self.unsupported(name.asciiLowercased) != .computation
        case (.position, .identifier(let word)): word.asciiLowercased == "at"
        case (.position, _): false
        case (.color, _): false
        case (_, .delimiter(")")), (_, .end), (_, .identifier), (_, .hash): false
        case (_, .function(let name)): !FilterListParser.isColorFunction(name.asciiLowercased)
        default: true
        }
    }
}
