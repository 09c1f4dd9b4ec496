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
}
