// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of CSS filter lists, colors and gradients.
struct FilterListParser {
    private let tokenizer: FilterTokenizer

    /// The index of the next Unicode scalar to parse.
    var position = 0

    /// The pixels of one point (`pt`); `nil` if they are not known yet.
    let scale: Double?

    /// Whether a length in points (`pt`) was parsed.
    var hasPoints = false

    /// The length or the angle that 100% stands for; nil where a percentage is not converted.
    var whole: CSSNumber?

    /// The values of channel keywords in the relative color syntax, such as `r` in `rgb(from …)`.
    var channels: [String: Double] = [:]

    /// The current depth of nested functions and parentheses, not counting the filter function.
    private var depth = 0

    init(_ text: String, scale: Double? = nil) {
        tokenizer = FilterTokenizer(text)
        self.scale = scale
    }

    // MARK: Tokens

    /// The whole text to parse.
    private var text: String { tokenizer.text }

    /// The text of a range of Unicode scalars.
    func text(_ range: Range<Int>) -> String { tokenizer.text(range) }

    /// The token at the current position, not consumed.
    var next: FilterToken { tokenizer.token(at: position) }

    mutating func consume(_ token: FilterToken) { position = token.range.upperBound }

    /// Consumes white space and comments, if there are any.
    mutating func skipSpace() { _ = skip(.space) }

    /// Consumes white space and comments, and returns whether there was white space.
    ///
    /// - Returns: Whether there was white space; comments alone are none.
    mutating func skipWhiteSpace() -> Bool {
        let token = next
        return skip(.space) && tokenizer.hasWhiteSpace(token.range)
    }

    /// Consumes the next token if it is of the given kind, and returns whether it was.
    mutating func skip(_ kind: FilterToken.Kind) -> Bool {
        let token = next
        guard token.kind == kind else { return false }
        consume(token)
        return true
    }

    /// Consumes a closing parenthesis, or accepts the end of the text instead, as CSS does.
    mutating func closes() -> Bool { skip(.delimiter(")")) || next.kind == .end }

    /// Counts another level of nested functions or parentheses, and throws above the limit.
    ///
    /// - Parameter token: The token that opens it.
    /// - Throws: ``FilterListError/tooDeep(_:limit:)``.
    mutating func descend(_ token: FilterToken) throws(FilterListError) {
        depth += 1
        guard depth <= FilterList.depthLimit else {
            throw .tooDeep(place(token.range), limit: FilterList.depthLimit)
        }
    }

    /// Counts one level of nested functions or parentheses less, after the closing parenthesis.
    mutating func ascend() { depth -= 1 }

    /// Consumes ASCII letters and digits, such as a digest, without splitting them into tokens.
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
                    // Foreign: Unicode.GeneralCategory
                    default: scalar
                    }
                }
            )
        )
        if range.count > 40 { token += "…" }
        return FilterListError.Place(column: range.lowerBound + 1, token: token)
    }

    func unexpected(_ token: FilterToken, _ expected: String) -> FilterListError {
        if let name = token.function, let unsupported = Self.unsupported(name) {
            return .unsupported(place(token.range), unsupported)
        }
        return .unexpected(place(token.range), expected: expected)
    }

    /// The reason why a function of CSS is not supported; nil for names that are not in this list.
    static func unsupported(_ name: String) -> FilterListError.Unsupported? {
        unsupportedNames.first { $0.names.contains(name) }?.reason
    }

    private static let unsupportedNames:
        [(reason: FilterListError.Unsupported, names: Set<String>)] = [
            (
                .computation,
                [
                    "var", "env", "attr", "if", "inherit", "random", "sibling-index",
                    "sibling-count", "calc-size",
                ]
            ),
            (.reference, ["url", "src"]),
            (.colorSpace, ["device-cmyk"]),
        ]

    // MARK: Lists

    /// The keywords that stand for a list without filters, such as `none`.
    ///
    /// An image has neither a parent nor style sheets, so the CSS keywords for either have the
    /// initial value, `none`.
    private static let emptyLists: Set<String> = [
        "none", "inherit", "initial", "unset", "revert", "revert-layer", "revert-rule",
    ]

    /// Parses the whole text as a filter list.
    mutating func list() throws(FilterListError) -> FilterList {
        skipSpace()
        if let word = next.identifier, Self.emptyLists.contains(word) {
            consume(next)
            skipSpace()
            guard next.kind == .end else {
                throw unexpected(next, "nothing after '\(word)'")
            }
            return .none
        }
        var filters: [Filter] = []
        var names: [String] = []
        repeat {
            let token = next
            let (function, isCall) = try function(token)
            guard filters.count < FilterList.countLimit else {
                throw .tooMany(place(token.range), limit: FilterList.countLimit)
            }
            var reader = FilterArgumentReader(
                self,
                of: function,
                at: place(token.range),
                isCall: isCall
            )
            filters.append(try function.read(&reader))
            self = reader.parser
            names.append(function.name)
            skipSpace()
        } while next.kind != .end
        return FilterList(filters, names: names, inPoints: hasPoints ? text : nil)
    }

    /// Consumes the name of a filter function and its opening parenthesis, possibly omitted if
    /// all arguments are.
    private mutating func function(
        _ token: FilterToken
    ) throws(FilterListError) -> (function: FilterFunction, isCall: Bool) {
        if let name = token.function {
            if let function = FilterFunction.named(name) {
                consume(token)
                return (function, true)
            }
            if let unsupported = Self.unsupported(name) {
                throw .unsupported(place(token.range), unsupported)
            }
            throw unknown(token, name, length: token.range.count - 1)
        }
        guard let name = token.identifier else {
            throw unexpected(token, "a filter such as blur(8px), or none")
        }
        guard let function = FilterFunction.named(name) else {
            throw unknown(token, name, length: token.range.count)
        }
        consume(token)
        guard function.arguments.isEmpty else {
            throw unexpected(next, "'(' immediately after '\(name)'")
        }
        return (function, false)
    }

    private func unknown(
        _ token: FilterToken,
        _ name: String,
        length: Int
    ) -> FilterListError {
        let start = token.range.lowerBound
        let function = FilterFunction.table.first { $0.synonyms.contains(name) }
        return .unknownFilter(
            place(start..<start + length),
            suggestion: function?.name ?? Spelling.nearest(to: name, among: FilterFunction.names)
        )
    }
}
