// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a CSS filter list, color or gradient, with its position in the text.
public enum FilterListError: Error, Hashable, Sendable {
    /// A position in the parsed text, with the token found there.
    public struct Place: Hashable, Sendable {
        /// The column, in Unicode scalars counted from 1.
        public let column: Int
        /// The token at this place, shortened and without control characters; empty at the end of
        /// the text.
        public let token: String

        /// Creates a position from a column, counted from 1, and the token found there.
        public init(column: Int, token: String) {
            self.column = column
            self.token = token
        }
    }

    /// A CSS construct that filter lists do not support.
    public enum Unsupported: Hashable, Sendable {
        /// A function whose value depends on another definition, an element or chance, such as
        /// `var()`.
        case computation
        /// A reference to a resource: `url()` or `src()`.
        case reference
        /// A unit that depends on a viewport, a container or the metrics of a font, such as `vw`.
        case relativeUnit
        /// A color that only a printer's profile defines: `device-cmyk()`.
        case colorSpace
    }

    /// The text is longer than ``FilterList/lengthLimit``.
    case tooLong(limit: Int)
    /// The list has more filters than ``FilterList/countLimit``; the place points to the first
    /// excess filter.
    case tooMany(Place, limit: Int)
    /// Functions and parentheses are nested more deeply than ``FilterList/depthLimit``; the place
    /// points to the first excess parenthesis.
    case tooDeep(Place, limit: Int)
    /// The token at the place is not allowed there; `expected` says in words what is.
    case unexpected(Place, expected: String)
    /// No filter function has this name; the suggestion is a name with a similar spelling.
    case unknownFilter(Place, suggestion: String?)
    /// A number is outside the range of its argument.
    case outOfRange(Place, argument: String, allowed: String)
    /// A valid CSS construct that filter lists do not support.
    case unsupported(Place, Unsupported)

    /// The position of the error in the text; nil if it concerns the whole text.
    package var place: Place? {
        switch self {
        case .tooLong: nil
        case .tooMany(let place, _), .tooDeep(let place, _), .unexpected(let place, _),
            .unknownFilter(let place, _),
            .outOfRange(let place, _, _), .unsupported(let place, _):
            place
        }
    }
}

extension FilterListError: CustomStringConvertible {
    /// The error message: a sentence with the column and the reason.
    public var description: String {
        guard let place else { return "It \(rule)." }
        return "Column \(place.column): \(rule)" + (rule.hasSuffix("?") ? "" : ".")
    }

    private var rule: String {
        switch self {
        case .tooLong(let limit): "is longer than \(limit) bytes"
        case .tooMany(_, let limit): "there are more than \(limit) filters"
        case .tooDeep(_, let limit): "parentheses are nested more than \(limit) deep"
        case .unexpected(let place, let expected):
            "expected \(expected), not \(place.isEnd ? "the end" : "'\(place.token)'")"
        case .unknownFilter(let place, let suggestion):
            "there is no filter '\(place.token)'"
                + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .outOfRange(let place, let argument, let allowed):
            "'\(argument)' takes \(allowed), not '\(place.token)'"
        case .unsupported(let place, .computation):
            "'\(place.token)' is not computed here; write the value itself"
        case .unsupported(let place, .reference):
            "'\(place.token)' is rejected, because nothing is fetched"
        case .unsupported(let place, .relativeUnit):
            "'\(place.token)' depends on a font or a viewport, and an image has neither; use px"
        case .unsupported(let place, .colorSpace):
            "'\(place.token)' needs the profile of a printer; use another color"
        }
    }
}

extension FilterListError.Place {
    fileprivate var isEnd: Bool { token.isEmpty }
}
