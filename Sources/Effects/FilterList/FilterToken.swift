// SPDX-License-Identifier: Apache-2.0

/// A token of a filter list, and where it stands.
///
/// Reference: CSS Syntax Module Level 3, section 4.
struct FilterToken: Equatable {
    /// What a token is.
    enum Kind: Equatable {
        /// White space, comments among it.
        case space
        /// A name, escapes resolved.
        case identifier(String)
        /// A name and the parenthesis right behind it.
        case function(String)
        /// What follows a `#`.
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
        /// A comment without an end.
        case openComment
    }

    /// What it is.
    var kind: Kind
    /// The scalars that it is written with.
    var range: Range<Int>

    /// The name, in lower case, if the token is one.
    var identifier: String? {
        if case .identifier(let name) = kind { name.asciiLowercased } else { nil }
    }

    /// The name of a function, in lower case, if the token is one and its parenthesis.
    var function: String? {
        if case .function(let name) = kind { name.asciiLowercased } else { nil }
    }

    /// The number, if the token is one without a unit.
    var number: Double? {
        if case .number(let number) = kind { number } else { nil }
    }

    /// The number before the sign of a percentage.
    var percentage: Double? {
        if case .percentage(let number) = kind { number } else { nil }
    }

    /// The number and its unit, if there is one.
    var dimension: (number: Double, unit: String)? {
        if case .dimension(let number, let unit) = kind { (number, unit) } else { nil }
    }
}
