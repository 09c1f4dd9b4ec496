// SPDX-License-Identifier: Apache-2.0

/// The part of a representation that a client asks for by `Range` and `If-Range`.
///
/// Only single ranges are served: a client that asks for several gets everything. A field that is malformed or
/// has another unit counts as absent.
///
/// Reference: RFC 9110, sections 13.1.5, 14.1.2 and 14.2.
enum RangeField {
    /// The part of a representation to send.
    enum Part: Hashable, Sendable {
        /// The whole representation.
        case whole
        /// A range of the bytes of the representation.
        case bytes(Range<Int>)
        /// No part, but an error: the range begins after the last byte.
        case none
    }

    /// Finds the part of a representation to send for a request's `Range` and `If-Range`.
    ///
    /// - Parameters:
    ///   - range: The value of `Range`; nil for none.
    ///   - condition: The value of `If-Range`; nil for none. With another entity tag, or with a date, the
    ///     client gets everything.
    ///   - tag: The entity tag of the representation.
    ///   - count: The length of the representation, in bytes.
    /// - Returns: The part.
    static func part(
        _ range: String?,
        if condition: String?,
        tag: EntityTag,
        count: Int
    ) -> Part {
        guard let range else { return .whole }
        if let condition {
            guard let stated = EntityTag(parsing: condition[...]), stated == tag, !tag.isWeak else {
                return .whole
            }
        }
        let unit = "bytes="
        guard range.utf8.count > unit.utf8.count, range.prefix(unit.count).lowercased() == unit
        else { return .whole }
        let ends = range.dropFirst(unit.count)
            .split(separator: "-", omittingEmptySubsequences: false)
            .map { FieldSyntax.trim($0) }
        guard ends.count == 2 else { return .whole }
        if ends[0].isEmpty {
            guard let length = number(ends[1]) else { return .whole }
            return length > 0 && count > 0 ? .bytes(max(0, count - length)..<count) : .none
        }
        guard let first = number(ends[0]) else { return .whole }
        guard let last = ends[1].isEmpty ? Int.max - 1 : number(ends[1]), first <= last else {
            return .whole
        }
        return first < count ? .bytes(first..<min(last + 1, count)) : .none
    }

    /// Parses decimal digits; a number greater than any length is reduced to a limit.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int(text) ?? .max, Int.max - 1)
    }
}
