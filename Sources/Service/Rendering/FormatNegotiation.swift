// SPDX-License-Identifier: Apache-2.0

import Codecs

/// Chooses the format of a result.
///
/// Reference: RFC 9110, section 12.5.1.
enum FormatNegotiation {
    /// Whether a client accepts any result at all, before the picture is known.
    static func isPossible(_ stated: OutputFormat?, accept: AcceptField) -> Bool {
        stated != nil || OutputFormat.allCases.contains { weight(of: $0, accept) > 0 }
            || acceptsProblems(accept)
    }

    /// Whether a client accepts problems, or JSON.
    ///
    /// Generated clients, and `curl --json`, state what errors and requests consist of as all that
    /// they accept. They expect the picture nevertheless.
    private static func acceptsProblems(_ accept: AcceptField) -> Bool {
        ["problem+json", "json"].contains {
            accept.weight(ofType: "application", subtype: $0) > 0
        }
    }

    /// The format of the result.
    ///
    /// - Parameters:
    ///   - stated: The format that the parameter names.
    ///   - accept: The formats that the client accepts.
    ///   - picture: The format of the picture, used when the client has no preference.
    /// - Returns: The format, or nil if the client accepts neither a format nor problems.
    static func format(
        for stated: OutputFormat?,
        accept: AcceptField,
        picture: ImageFormat
    ) -> OutputFormat? {
        if let stated { return stated }
        let usual = OutputFormat.usual(for: picture)
        let candidates = [usual] + OutputFormat.allCases.filter { $0 != usual }
        let best = candidates.map { weight(of: $0, accept) }.max() ?? 0
        guard best > 0 else { return acceptsProblems(accept) ? usual : nil }
        return candidates.first { weight(of: $0, accept) == best }
    }

    private static func weight(of format: OutputFormat, _ accept: AcceptField) -> Int {
        accept.weight(ofType: "image", subtype: format.rawValue)
    }
}
