// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no JSON text, and where they stop being one.
struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The rule that is broken.
    enum Rule: Hashable, Sendable {
        /// Something else should stand there.
        case unexpected
        /// The text ends too early.
        case unfinished
        /// Something follows the value.
        case trailing
        /// A string is not UTF-8.
        case notUTF8
        /// A control character in a string is not escaped.
        case controlCharacter
        /// An escape is none, or half of a surrogate pair.
        case badEscape
        /// A number has no double-precision value.
        case numberTooLarge
        /// Arrays and objects are nested deeper than ``JSONReader/depthLimit``.
        case tooDeep
        /// An object has two members of the name.
        case duplicateName(String)
    }

    /// The rule that is broken.
    let rule: Rule

    /// The line, from 1 on.
    let line: Int

    /// The column in bytes, from 1 on.
    let column: Int

    /// The value in which it lies.
    let pointer: JSONPointer
}

extension JSONSyntaxError: CustomStringConvertible {
    /// What is wrong, in a sentence.
    var description: String {
        let fault =
            switch rule {
            case .unexpected: "something else was expected there"
            case .unfinished: "the text ends too early"
            case .trailing: "something follows the value"
            case .notUTF8: "a string is not UTF-8"
            case .controlCharacter: "a control character must be escaped"
            case .badEscape: "the escape is not one of JSON, or half of a surrogate pair"
            case .numberTooLarge: "the number is too large"
            case .tooDeep: "arrays and objects are nested more than \(JSONReader.depthLimit) deep"
            case .duplicateName(let name):
                "there are two members '\(ParameterError.excerpt(name))' in one object"
            }
        return "Line \(line), column \(column): \(fault)."
    }
}
