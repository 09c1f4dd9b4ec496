// SPDX-License-Identifier: Apache-2.0

/// A token of a filter list, with its position.
///
/// Reference: CSS Syntax Module Level 3, section 4.
struct FilterToken: Equatable {
    /// A kind of CSS token, with its value.
    enum Kind: Equatable {
        /// White space and comments in any order; the last comment may be unclosed at the end of
        /// the text.
        case space
        /// A name, with escapes resolved.
        case identifier(String)
        /// A name directly followed by an opening parenthesis that belongs to the token.
        case function(String)
        /// A `#` and the name after it, as in a hexadecimal color.
        case hash(String)
        /// A number without a unit.
        case number(Double)
        /// A number and a percent sign; the value is 50 for `50%`.
        case percentage(Double)
        /// A number and its unit, in lower case.
        case dimension(Double, unit: String)
        /// A single character that belongs to no other token, such as a comma.
        case delimiter(Unicode.Scalar)
        /// The end of the text.
        case end
    }

    /// The kind and the value of the token.
    var kind: Kind
    /// The position of the token, as indices of Unicode scalars of the text.
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
