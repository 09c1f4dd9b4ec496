// SPDX-License-Identifier: Apache-2.0

/// The field `Accept-Encoding`: the content codings that a client accepts.
///
/// Reference: RFC 9110, section 12.5.3.
enum AcceptEncodingField {
    /// Whether a client accepts gzip, by name or by a wildcard; one without the field gets no coding.
    static func acceptsGzip(_ value: String?) -> Bool {
        guard let value else { return false }
        var weights: [String: Bool] = [:]
        for member in FieldSyntax.split(value, at: UInt8(ascii: ",")) {
            let parts = FieldSyntax.split(member, at: UInt8(ascii: ";"))
            guard let name = parts.first?.lowercased() else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            // Zero with any number of decimals refuses the coding.
            let isRefused = weight.map { $0.dropFirst(2).allSatisfy { "0.".contains($0) } } ?? false
            weights[name] = !isRefused
        }
        return weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? false
    }
}
