// SPDX-License-Identifier: Apache-2.0

import Effects
import Store

/// A guess about the address that a caller meant, for the problem's text.
enum AddressAdvice {
    /// A sentence about an address that does not exist.
    ///
    /// - Parameter path: The path of the request, without its query.
    /// - Returns: The sentence, which names the nearest address or the list of all.
    static func sentence(for path: Substring) -> String {
        if path.hasPrefix("/v1/sources") {
            return
                "A render is at /v1/sources/{name}/{path}/render. No segment of the path is empty, '.' or "
                + "'..', and each is escaped once, without %00."
        }
        if path.hasPrefix("/v1/scenes/") {
            return
                "A scene is at /v1/scenes/{scene}, its render below it at /render: {scene} is \(SceneAddress.form)."
        }
        if let near = nearest(to: path) { return "Did you mean '\(near)'?" }
        let segments = path.split(separator: "/")
        if segments.first == "v1", segments.count > 2, ["images", "gallery"].contains(segments[1]) {
            if let digest = Suggestion.digest(for: segments[2]), segments.count > 3 {
                return segments[1] == "gallery"
                    ? "'/v1/gallery/\(digest)' has no further segments."
                    : below(digest, segments[3])
            }
            let length = segments[2].utf8.count
            return
                "The name of a stored image is its SHA-256 in 64 lowercase hexadecimal digits; this name "
                + "has \(length) characters."
        }
        return "See /openapi.yaml for all addresses."
    }

    /// A sentence about an address below a kept image that does not exist.
    private static func below(_ digest: String, _ name: Substring) -> String {
        if name.lowercased() == "gallery" { return "Did you mean '/v1/gallery/\(digest)'?" }
        guard
            let near = Spelling.nearest(to: String(name), among: ["render", "plan", "placeholder"])
        else {
            return "After the digest of a stored image comes /render, /plan or /placeholder."
        }
        return "Did you mean '/v1/images/\(digest)/\(near)'?"
    }

    /// Finds the existing address that a wrong path probably means; nil if none is near.
    private static func nearest(to path: Substring) -> String? {
        guard path.utf8.count <= 256 else { return nil }
        let plain = "/" + path.split(separator: "/").map(segment).joined(separator: "/")
        for candidate in [plain, "/v1" + plain] where Router.standard.match(candidate[...]) != nil {
            return candidate
        }
        return Spelling.nearest(to: plain, among: names)
    }

    /// Corrects a segment of a path: to lower case, to the usual word, or to the digest in it.
    private static func segment(_ text: Substring) -> String {
        if let digest = Suggestion.digest(for: text) { return digest }
        return otherSegments[text.lowercased()] ?? text.lowercased()
    }

    private static let otherSegments = [
        "image": "images", "filter": "filters", "material": "materials", "vibrancy": "vibrancies",
        "format": "formats", "preset": "presets",
        "upload": "images", "uploads": "images", "blur": "render", "rendering": "render",
        "health": "healthz", "metric": "metrics", "prometheus": "metrics", "ready": "readyz",
        "openapi": "openapi.json",
        "swagger.json": "openapi.json",
        "openapi.yml": "openapi.yaml",
    ]

    /// The paths of all addresses that have no variables, but for the index.
    private static let names = Router.standard.addresses.map(\.route.text)
        .filter { $0 != "/" && !$0.contains("{") }
}
