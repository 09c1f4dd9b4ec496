// SPDX-License-Identifier: Apache-2.0

/// A field value with parameters, as in `Content-Type` and `Content-Disposition`.
///
/// Reference: RFC 9110, sections 5.6.6 and 8.3.1; RFC 6266, section 4.1.
struct ParameterizedValue: Hashable, Sendable {
    /// The value before the first semicolon, in lower case.
    let value: String

    /// The parameters, by their names in lower case.
    let parameters: [String: String]

    /// Parses a field value with parameters; `nil` when it is malformed, or has a parameter twice.
    init?(_ text: some StringProtocol) {
        var parts = FieldSyntax.split(text, at: UInt8(ascii: ";"))[...]
        guard let first = parts.popFirst() else { return nil }
        guard
            first.split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy({ FieldSyntax.isToken($0) })
        else { return nil }
        value = first.lowercased()
        var parameters: [String: String] = [:]
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, FieldSyntax.isToken(pair[0]),
                let content = FieldSyntax.unquote(pair[1]),
                parameters.updateValue(content, forKey: pair[0].lowercased()) == nil
            else { return nil }
        }
        self.parameters = parameters
    }
}
