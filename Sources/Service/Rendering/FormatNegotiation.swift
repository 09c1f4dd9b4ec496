// SPDX-License-Identifier: Apache-2.0

import Codecs

/// Which format a result is made in.
///
/// Reference: RFC 9110, section 12.5.1.
enum FormatNegotiation {
    /// Whether a result can be made at all, known before the picture is.
    static func isPossible(_ choice: FormatChoice, accept: AcceptField) -> Bool {
        choice != .auto || ImageFormat.allCases.contains { weight(of: $0, accept) > 0 }
    }

    /// The format of the result.
    ///
    /// - Parameters:
    ///   - choice: What the parameter says.
    ///   - accept: What the client accepts.
    ///   - own: The format of the picture, taken when the client has no preference.
    /// - Returns: The format, or `nil` when no format is acceptable.
    static func format(
        for choice: FormatChoice,
        accept: AcceptField,
        own: ImageFormat
    ) -> ImageFormat? {
        switch choice {
        case .jpeg: return .jpeg
        case .png: return .png
        case .auto:
            let candidates = [own] + ImageFormat.allCases.filter { $0 != own }
            let best = candidates.map { weight(of: $0, accept) }.max() ?? 0
            guard best > 0 else { return nil }
            return candidates.first { weight(of: $0, accept) == best }
        }
    }

    private static func weight(of format: ImageFormat, _ accept: AcceptField) -> Int {
        accept.weight(ofType: "image", subtype: format.rawValue)
    }
}
