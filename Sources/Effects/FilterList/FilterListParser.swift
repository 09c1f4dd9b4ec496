// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of filter lists.
struct FilterListParser {
    private let tokenizer: FilterTokenizer

    /// The index of the next scalar.
    var position = 0

    /// The pixels of one `pt`; `nil` if they are not known yet.
    let scale: Double?

    /// Whether a length in points was consumed.
    var hasPoints = false

    /// The length or the angle of 100 %; nil where percentages are values of their own.
    var whole: CSSNumber?

    /// The channels of the color that a relative color begins with, by their names.
    var channels: [String: Double] = [:]

    /// The number of functions and parentheses around the next token, those of filters aside.
    private var depth = 0

    init(_ text: String, scale: Double? = nil) {
        tokenizer = FilterTokenizer(text)
        self.scale = scale
    }

    // MARK: Tokens

    /// The whole text.
    private var text: String { tokenizer.text }

    /// The text of a range of scalars.
    func text(_ range: Range<Int>) -> String { tokenizer.text(range) }

    /// The next token; it is not consumed.
    var next: FilterToken { tokenizer.token(at: position) }

    mutating func consume(_ token: FilterToken) { position = token.range.upperBound }

    /// Consumes white space and comments.
    mutating func skipSpace() { _ = skip(.space) }

    /// Consumes white space and comments.
    ///
    /// - Returns: Whether there was white space; comments alone are none.
    mutating func skipWhiteSpace() -> Bool {
        let token = next
        return skip(.space) && tokenizer.hasWhiteSpace(token.range)
    }

    /// Consumes the next token if it is of a kind.
    mutating func skip(_ kind: FilterToken.Kind) -> Bool {
        let token = next
        guard token.kind == kind else { return false }
        consume(token)
        return true
    }

    /// Consumes a closing parenthesis; at the end of the text it may be missing, as in CSS.
    mutating func closes() -> Bool { skip(.delimiter(")")) || next.kind == .end }

    /// Enters a function or a parenthesis.
    ///
    /// - Parameter token: The token that opens it.
    /// - Throws: ``FilterListError/tooDeep(_:limit:)``.
    mutating func descend(_ token: FilterToken) throws(FilterListError) {
        depth += 1
        guard depth <= FilterList.depthLimit else {
            throw .tooDeep(place(token.range), limit: FilterList.depthLimit)
        }
    }

    /// Leaves the function or the parentheses that ``descend(_:)`` entered.
    mutating func ascend() { depth -= 1 }

    /// Consumes letters and digits, regardless of tokens.
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

    /// The kind of an unsupported CSS function; nil for other names.
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

    /// The words that are a list without filters.
    ///
    /// A picture has neither a parent nor style sheets, so those of CSS for either have the initial
    /// value, `none`.
    private static let emptyLists: Set<String> = [
        "none", "inherit", "initial", "unset", "revert", "revert-layer", "revert-rule",
    ]

    /// Parses the whole text.
    mutating func list() throws(FilterListError) -> FilterList {
        skipSpace()
        if let word = next.identifier, Self.emptyLists.contains(word) {
            consume(next)
            skipSpace()
            guard next.kind == .end else {
                throw unexpected(next, "nothing behind '\(word)'")
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

    /// Consumes the name of a filter and its parenthesis, which is optional without arguments.
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
            throw unexpected(next, "'(' right behind '\(name)'")
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
