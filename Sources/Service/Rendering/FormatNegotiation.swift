// SPDX-License-Identifier: Apache-2.0

import Codecs

/// Which format a result is made in.
///
/// Reference: RFC 9110, section 12.5.1.
enum FormatNegotiation {
    /// Whether a result can be made at all, known before the picture is.
    static func isPossible(_ stated: OutputFormat?, accept: AcceptField) -> Bool {
        stated != nil || OutputFormat.allCases.contains { weight(of: $0, accept) > 0 }
    }

    /// The format of the result.
    ///
    /// - Parameters:
    ///   - stated: The format that the parameter names.
    ///   - accept: The formats that the client accepts.
    ///   - picture: The format of the picture, taken when the client has no preference.
    /// - Returns: The format, or `nil` when no format is acceptable.
    static func format(
        for stated: OutputFormat?,
        accept: AcceptField,
        picture: ImageFormat
    ) -> OutputFormat? {
        if let stated { return stated }
        let usual = OutputFormat.usual(for: picture)
        let candidates = [usual] + OutputFormat.allCases.filter { $0 != usual }
        let best = candidates.map { weight(of: $0, accept) }.max() ?? 0
        guard best > 0 else { return nil }
        return candidates.first { weight(of: $0, accept) == best }
    }

    private static func weight(of format: OutputFormat, _ accept: AcceptField) -> Int {
        accept.weight(ofType: "image", subtype: format.rawValue)
    }
}
