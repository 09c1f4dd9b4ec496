// SPDX-License-Identifier: Apache-2.0

/// A violation of JSON's grammar, with its position.
struct JSONSyntaxError: Error, Hashable, Sendable {
    /// A rule of the grammar that a JSON text may break.
    enum Rule: Hashable, Sendable {
        /// A byte does not fit the grammar.
        case unexpected
        /// The text ends too early.
        case unfinished
        /// Other bytes follow the JSON value.
        case trailing
        /// A string is not UTF-8.
        case notUTF8
        /// A control character in a string is not escaped.
        case controlCharacter
        /// An escape sequence is invalid, or stands for an unpaired surrogate.
        case badEscape
        /// A number is too large for double precision.
        case numberTooLarge
        /// Arrays and objects are nested deeper than ``JSONReader/depthLimit``.
        case tooDeep
        /// An object has two members with this name.
        case duplicateName(String)
    }

    /// The rule that the text breaks.
    let rule: Rule

    /// The line of the error, counted from 1.
    let line: Int

    /// The column of the error in bytes, counted from 1.
    let column: Int

    /// The location of the JSON value that contains the error.
    let pointer: JSONPointer
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The error as a sentence.
    var description: String {
        let fault =
            switch rule {
            case .unexpected: "an unexpected character, or a malformed word"
            case .unfinished: "the text ends too early"
            case .trailing: "text follows the value"
            case .notUTF8: "a string is not UTF-8"
            case .controlCharacter: "a control character must be escaped"
            case .badEscape: "an escape is invalid, or an unpaired surrogate"
            case .numberTooLarge: "the number is too large"
            case .tooDeep: "arrays and objects are nested deeper than \(JSONReader.depthLimit)"
            case .duplicateName(let name):
                "an object has two members '\(ParameterError.excerpt(name))'"
            }
        return "Line \(line), column \(column): \(fault)."
    }
}
