// SPDX-License-Identifier: Apache-2.0

/// The field `Accept`: the media types that a client accepts.
///
/// Malformed members are ignored. A field without any valid member counts as absent.
///
/// Reference: RFC 9110, sections 12.4.2 and 12.5.1.
package struct AcceptField: Hashable, Sendable {
    /// A media range, such as `image/*`, and its weight, in thousandths.
    struct Member: Hashable, Sendable {
        let type: String
        let subtype: String
        let weight: Int
    }

    let members: [Member]

    /// Parses the value of `Accept`; join several field lines by commas first.
    ///
    /// - Parameter value: The value, or `nil` when the field is absent.
    package init(_ value: String?) {
        members =
            value.map { FieldSyntax.split($0, at: UInt8(ascii: ",")).compactMap(Self.member) } ?? []
    }

    /// The weight that the client gives a media type, from 0 for unacceptable to 1000.
    ///
    /// The most specific matching range decides, wherever it is in the list.
    package func weight(ofType type: String, subtype: String) -> Int {
        guard !members.isEmpty else { return 1000 }
        let ranges = [(type, subtype), (type, "*"), ("*", "*")]
        for range in ranges {
            let matches = members.filter { $0.type == range.0 && $0.subtype == range.1 }
            if let best = matches.map(\.weight).max() { return best }
        }
        return 0
    }

    /// The weight of a media type that the client names exactly, from 0 to 1000; 0 if it does not.
    package func statedWeight(ofType type: String, subtype: String) -> Int {
        members.filter { $0.type == type && $0.subtype == subtype }.map(\.weight).max() ?? 0
    }

    private static func member(_ text: Substring) -> Member? {
        var parts = FieldSyntax.split(text, at: UInt8(ascii: ";"))[...]
        guard let range = parts.popFirst() else { return nil }
        let names = range.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ FieldSyntax.isToken($0) }),
            names[0] != "*" || names[1] == "*"
        else { return nil }
        var weight = 1000
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            // Other parameters restrict the range to representations that this service does not
            // make.
            guard pair[0].lowercased() == "q" else { return nil }
            guard let value = Self.weight(pair[1]) else { return nil }
            weight = value
            // Parameters after the weight are an obsolete extension.
            break
        }
        return Member(type: String(names[0]), subtype: String(names[1]), weight: weight)
    }

    /// Parses a weight: `0` or `1` with up to three decimals, which are zeros after `1`.
    private static func weight(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
        else { return nil }
        if bytes.count == 1 { return first == UInt8(ascii: "1") ? 1000 : 0 }
        let decimals = bytes.dropFirst(2)
        guard bytes[1] == UInt8(ascii: "."), decimals.count <= 3, decimals.allSatisfy(\.isDigit)
        else { return nil }
        var value = first == UInt8(ascii: "1") ? 1 : 0
        for index in 0..<3 {
            let digit = index < decimals.count ? decimals[decimals.startIndex + index] - 48 : 0
            value = value * 10 + Int(digit)
        }
        return value <= 1000 ? value : nil
    }
}
