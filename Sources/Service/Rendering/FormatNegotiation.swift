// SPDX-License-Identifier: Apache-2.0

import Codecs

/// Chooses the format of a result by the field `Accept`, the parameters and the picture.
///
/// Reference: RFC 9110, section 12.5.1.
enum FormatNegotiation {
    /// Whether a client accepts any result at all, before the picture is known.
    static func isPossible(
        _ stated: OutputFormat?,
        accept: AcceptField,
        among known: [OutputFormat]? = nil
    ) -> Bool {
        stated != nil || acceptsProblems(accept)
            || OutputFormat.allCases.contains {
                weight(of: $0, accept) > 0 && isAvailable($0, among: known)
            }
    }

    /// Whether a client accepts JSON or problem documents.
    ///
    /// Generated clients, and `curl --json`, state what errors and requests consist of as all that
    /// they accept. They expect the picture nevertheless.
    private static func acceptsProblems(_ accept: AcceptField) -> Bool {
        ["problem+json", "json"].contains {
            accept.weight(ofType: "application", subtype: $0) > 0
        }
    }

    /// Chooses the format of a result; nil if the client accepts no format of results.
    ///
    /// Of formats that the client likes alike, that of the picture is taken, but for two
    /// exceptions. WebP takes the place of JPEG if the client names it: at the same look it is
    /// smaller by a quarter. And for the smallest file, which takes longer, AVIF or else WebP takes
    /// the place of any: if the client names it, or accepts it and asks for the smallest file by
    /// the parameter `prefer`.
    ///
    /// - Parameters:
    ///   - stated: The format that the parameter names.
    ///   - preference: The goal that the parameter names.
    ///   - savesData: Whether the client asks for less data, as its user does.
    ///   - accept: The formats that the client accepts.
    ///   - picture: The format of the picture, used when the client has no preference.
    ///   - moves: Whether the result may move, in a format that holds frames.
    ///   - known: The formats that can be written; nil to find out for those that the client prefers, which
    ///     loads the libraries of all.
    /// - Returns: The format, or nil if the client accepts neither a format nor problems.
    static func format(
        for stated: OutputFormat?,
        preferring preference: FormatPreference = .auto,
        savesData: Bool = false,
        accept: AcceptField,
        picture: ImageFormat,
        moves: Bool = false,
        among known: [OutputFormat]? = nil
    ) -> OutputFormat? {
        if let stated { return stated }
        if moves, let format = moving(preference, accept, picture, among: known) { return format }
        let usual = OutputFormat.usual(for: picture, among: known)
        var (liked, best) = (usual, weight(of: usual, accept))
        for format in OutputFormat.allCases where !format.isForMotion || best == 0 {
            let weight =
                format.isForMotion ? named(format, accept) : weight(of: format, accept)
            guard weight > best, isAvailable(format, among: known) else { continue }
            (liked, best) = (format, weight)
        }
        guard best > 0 else { return acceptsProblems(accept) ? usual : nil }
        func isLiked(_ format: OutputFormat) -> Bool {
            (preference == .size ? weight(of: format, accept) : named(format, accept)) == best
                && isAvailable(format, among: known)
        }
        let smaller: [OutputFormat] =
            switch preference {
            case .auto where savesData, .size: [.avif, .webp]
            case .auto: usual == .jpeg ? [.webp] : []
            case .speed: []
            }
        return smaller.first(where: isLiked) ?? liked
    }

    /// Chooses the format of a moving result; nil if the client prefers a format of stills, or accepts none that
    /// moves.
    ///
    /// WebP is the smallest by far, and is taken if the client names it and likes no other better.
    private static func moving(
        _ preference: FormatPreference,
        _ accept: AcceptField,
        _ picture: ImageFormat,
        among known: [OutputFormat]?
    ) -> OutputFormat? {
        let possible = OutputFormat.allCases.filter { $0.moves && isAvailable($0, among: known) }
        let usual = OutputFormat.usualForMotion(of: picture)
        var (liked, best): (OutputFormat?, Int) = (nil, 0)
        for format in [usual, .webp, .apng, .gif] where possible.contains(format) {
            let weight = weight(of: format, accept)
            if weight > best { (liked, best) = (format, weight) }
        }
        guard OutputFormat.allCases.allSatisfy({ $0.moves || named($0, accept) <= best }) else {
            return nil
        }
        let isSmallest =
            preference == .size
            ? weight(of: .webp, accept) == best
            : preference != .speed && named(.webp, accept) == best
        return best > 0 && isSmallest && possible.contains(.webp) ? .webp : liked
    }

    private static func isAvailable(_ format: OutputFormat, among known: [OutputFormat]?) -> Bool {
        known?.contains(format) ?? format.isAvailable
    }

    /// The weight of a format that the client names in `Accept`; 0 if only a wildcard contains it.
    private static func named(_ format: OutputFormat, _ accept: AcceptField) -> Int {
        let type = format.mediaType.split(separator: "/").map(String.init)
        return accept.statedWeight(ofType: type[0], subtype: type[1])
    }

    private static func weight(of format: OutputFormat, _ accept: AcceptField) -> Int {
        let type = format.mediaType.split(separator: "/").map(String.init)
        return accept.weight(ofType: type[0], subtype: type[1])
    }
}
