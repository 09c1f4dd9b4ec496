// SPDX-License-Identifier: Apache-2.0

/// Parses the arguments of one filter function, from the text after its name to the closing
/// parenthesis.
///
/// An optional argument takes its default if the next token does not begin a value of its kind. An
/// optional color may be first or last, so arguments are parsed in two rounds.
struct FilterArgumentReader {
    /// The parser of the whole list; its position moves from the filter's name to the end of its
    /// arguments.
    private(set) var parser: FilterListParser

    private let function: FilterFunction
    private let place: FilterListError.Place
    private let isCall: Bool

    /// The values that are allowed next, in words, for error messages.
    private var expected = "')'"

    /// Creates a reader for the arguments of a function, after its name and opening parenthesis.
    ///
    /// - Parameters:
    ///   - parser: A parser after the name, and after the parenthesis if there is one.
    ///   - function: The function.
    ///   - place: The place of its name.
    ///   - isCall: Whether a parenthesis follows the name; it is optional without arguments.
    init(
        _ parser: FilterListParser,
        of function: FilterFunction,
        at place: FilterListError.Place,
        isCall: Bool
    ) {
        self.parser = parser
        self.function = function
        self.place = place
        self.isCall = isCall
    }

    /// The error for arguments that were parsed, but that the filter's initializer refuses.
    var refusal: FilterListError {
        .outOfRange(place, argument: function.name, allowed: function.syntax)
    }

    /// Parses the next argument in the order in which the function declares its arguments.
    ///
    /// - Parameter parameter: The argument.
    /// - Returns: Its value or its default; `nil` for a color that may still follow as the last
    ///   argument.
    /// - Throws: The first error.
    mutating func value<Value>(
        of parameter: FilterParameter<Value>
    ) throws(FilterListError) -> Value? {
        let argument = parameter.argument
        parser.skipSpace()
        expected = argument.allowed
        if argument.defaultText != nil { expected += " or ')'" }
        if argument.defaultText == nil || parser.startsValue(argument.kind) {
            return try consume(parameter)
        }
        return argument.kind == .color ? nil : try defaultValue(of: parameter)
    }

    /// Parses an optional color as the last argument, unless it was found among the earlier
    /// arguments.
    ///
    /// - Parameters:
    ///   - parameter: The argument.
    ///   - value: The value at its place, if there was one.
    /// - Returns: The value or the default.
    /// - Throws: The first error.
    mutating func value<Value>(
        of parameter: FilterParameter<Value>,
        unless value: Value?
    ) throws(FilterListError) -> Value {
        if let value { return value }
        parser.skipSpace()
        return parser.startsValue(parameter.argument.kind)
            ? try consume(parameter) : try defaultValue(of: parameter)
    }

    /// Consumes the closing parenthesis of the function.
    mutating func close() throws(FilterListError) {
        guard isCall else { return }
        parser.skipSpace()
        guard parser.closes() else { throw parser.unexpected(parser.next, expected) }
    }

    private mutating func consume<Value>(
        _ parameter: FilterParameter<Value>
    ) throws(FilterListError) -> Value {
        let expectation = FilterExpectation(argument: parameter.argument, words: expected)
        let value = try parameter.read(&parser, expectation)
        expected = "')'"
        return value
    }

    private func defaultValue<Value>(
        of parameter: FilterParameter<Value>
    ) throws(FilterListError) -> Value {
        let argument = parameter.argument
        var parser = FilterListParser(argument.defaultText ?? "")
        return try parameter.read(&parser, .init(argument: argument, words: argument.allowed))
    }
}

extension FilterListParser {
    /// Whether the next token begins an argument of a kind, such as a color; its value may be
    /// invalid.
    fileprivate func startsValue(_ kind: FilterFunction.Argument.Kind) -> Bool {
        let token = next
        switch kind {
        case .color: return startsColor(token)
        case .position: return token.identifier == "at"
        case .amount, .number, .length, .angle, .mask: return startsNumber(token)
        }
    }

    private func startsColor(_ token: FilterToken) -> Bool {
        switch token.kind {
        case .identifier, .hash: true
        case .function(let name):
            MathFunction.named(name.asciiLowercased) == nil
                && Self.unsupported(name.asciiLowercased) != .computation
        case .number, .percentage, .dimension, .delimiter, .space, .end: false
        }
    }

    private func startsNumber(_ token: FilterToken) -> Bool {
        switch token.kind {
        case .identifier, .hash, .end: false
        case .delimiter(let scalar): scalar != ")"
        case .function(let name): !Self.isColorFunction(name.asciiLowercased)
        case .number, .percentage, .dimension, .space: true
        }
    }
}
