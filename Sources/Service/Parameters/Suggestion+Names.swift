// SPDX-License-Identifier: Apache-2.0

import Effects

extension Suggestion {
    /// The advice for a name that is no parameter but a material, a filter or the like; nil for
    /// others.
    static func advice(for name: String) -> String? {
        let word = name.lowercased()
        if word.hasPrefix("amp;") {
            return "Write & between two parameters; 'amp;' is for HTML only."
        }
        if isTracking(word) {
            return "It tracks visitors; the operator can ignore it by the option "
                + "ignored-parameters."
        }
        // A parameter in another case is suggested as the nearest name.
        guard RenderParameter.named(word) == nil else { return nil }
        if let appearance = Appearance(rawValue: word) {
            return "Write 'appearance=\(appearance.rawValue)'."
        }
        if let style = MaterialStyle(named: name) { return "Write 'material=\(style.rawValue)'." }
        if name.contains("(") { return "Write 'filter=\(ParameterError.excerpt(name))'." }
        if let function = FilterFunction.named(word) {
            let example = "\(function.name)(\(function.arguments.isEmpty ? "" : "1"))"
            let call = (try? FilterList(example)) == nil ? function.syntax : example
            return "Write it in 'filter', as in 'filter=\(call)', with the number that is meant."
        }
        return advices.first { $0.names.contains(word) }?.advice
    }

    /// Whether a parameter serves to track visitors, such as `utm_source`.
    private static func isTracking(_ name: String) -> Bool {
        name.hasPrefix("utm_") || ["fbclid", "gclid", "msclkid", "mc_cid", "mc_eid"].contains(name)
    }

    /// Parameter names of other image services, with the way to get the same result here.
    private static let advices: [(names: Set<String>, advice: String)] = [
        (
            ["url", "src", "source", "href", "uri", "image_url", "imageurl", "link", "remote"],
            "Nothing is fetched from other addresses: send the file as the body, or in a form."
        ),
        (
            ["size", "resize", "thumbnail", "thumb", "dimensions", "s", "rs", "fit-in"],
            "Write 'width=400&height=300', or one of them, and 'fit=cover' to fill both; nothing is enlarged "
                + "without 'upscale=1'."
        ),
        (
            ["mode", "modes"],
            "Write 'fit' for the fit into the box, 'edge' for the pixels beyond the image, or 'appearance' for "
                + "light and dark."
        ),
        (
            ["radius", "r", "border-radius", "round", "rounded"],
            "Write 'blur=8' for the standard deviation of a blur, or 'corner=8' for round corners."
        ),
        (
            [
                "strip", "strip-metadata", "stripmetadata", "strip_profile", "sm", "metadata",
                "exif",
            ],
            "Omit it: results never have the metadata of the image; 'profile=srgb' converts the colors."
        ),
        (
            ["watermark", "wm", "mark", "overlay", "blend", "logo", "caption", "label", "txt"],
            "Draw texts, images and shapes on the image by a scene: POST /v1/render/scene."
        ),
        (
            ["gam", "tone"],
            "Write 'filter=gamma(1.2)' or another function of 'filter'; GET /v1/filters lists them."
        ),
        (
            ["gravity", "g", "align", "halign", "valign", "anchor"],
            "Write 'position=right 20%' or the like, as in CSS object-position, with 'fit=cover'; "
                + "'focus=attention' finds a place."
        ),
        (
            ["extend", "ex", "canvas", "letterbox", "fill-color", "border"],
            "Write 'width=1200&height=630&pad=white', or 'pad=backdrop' for the blurred image."
        ),
        (
            ["token", "key", "api_key", "apikey", "access_token", "auth", "authorization"],
            "Send the token in the field 'Authorization: Bearer'; it is never logged."
        ),
        (
            ["digest", "hash", "sha256", "id", "image", "file", "photo", "picture"],
            "The address names a stored image, as in /v1/images/{digest}/render; send another image "
                + "as the body, or as the part 'image' of a form."
        ),
        (
            ["scene", "panes", "backdrop"],
            "A scene is the body of POST /v1/render/scene, or the part 'scene' of a form."
        ),
        (
            ["_", "v", "t", "ts", "timestamp", "cachebuster", "cb", "nocache", "rand", "random"],
            "Omit it: a result never changes, so there is no need to bypass caches."
        ),
        (
            ["blurhash", "thumbhash", "lqip"],
            "POST /v1/placeholder returns the BlurHash, the ThumbHash and a tiny image."
        ),
        (
            ["face", "faces", "detect"],
            "Faces are not recognized: name the part by 'region=x,y,width,height', or crop around "
                + "the most conspicuous part by 'focus=attention'."
        ),
    ]
}
