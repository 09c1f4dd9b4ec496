// SPDX-License-Identifier: Apache-2.0

/// A token of a filter list, with its position.
///
/// Reference: CSS Syntax Module Level 3, section 4.
struct FilterToken: Equatable {
    /// A kind of token.
    enum Kind: Equatable {
        /// White space and comments; the text may end in a comment.
        case space
        /// A name, with escapes resolved.
        case identifier(String)
        /// A name directly followed by a parenthesis.
        case function(String)
        /// `#` and the name behind it.
        case hash(String)
        /// A number.
        case number(Double)
        /// A number and a percent sign; 50 for `50%`.
        case percentage(Double)
        /// A number and its unit, in lower case.
        case dimension(Double, unit: String)
        /// Any other character.
        case delimiter(Unicode.Scalar)
        /// The end of the text.
        case end
    }

    /// The kind and the value of the token.
    var kind: Kind
    /// The range of its Unicode scalars.
    var range: Range<Int>

    /// The name in lower case, if the token is an identifier.
    var identifier: String? {
        if case .identifier(let name) = kind { name.asciiLowercased } else { nil }
    }

    /// The name in lower case, if the token is a function.
    var function: String? {
        if case .function(let name) = kind { name.asciiLowercased } else { nil }
    }

    /// The number, if the token is a number without a unit.
    var number: Double? {
        if case .number(let number) = kind { number } else { nil }
    }

    /// The number, if the token is a percentage.
    var percentage: Double? {
        if case .percentage(let number) = kind { number } else { nil }
    }

    /// The number and its unit, if the token is a dimension.
    var dimension: (number: Double, unit: String)? {
        if case .dimension(let number, let unit) = kind { (number, unit) } else { nil }
    }
}
