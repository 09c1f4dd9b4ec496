// SPDX-License-Identifier: Apache-2.0

/// The names that members of a scene have besides their own: of CSS, of UIKit, and earlier ones.
///
/// A row is an alias. A member by two of its names is refused.
enum SceneAliases {
    /// The aliases in all objects, with the members that they name.
    static let common: [String: String] = [
        "alpha": "opacity",
        "panes": "layers", "contents": "layers", "sublayers": "layers", "subviews": "layers",
        "children": "layers",
        "backdropFilter": "filter",
        "mixBlendMode": "blend", "blendMode": "blend", "compositingFilter": "blend",
        "globalCompositeOperation": "blend",
        "borderRadius": "corners", "cornerRadius": "corners",
        "backgroundColor": "background",
        "objectFit": "fit", "contentMode": "fit",
        "objectPosition": "position",
        "contentsRect": "crop",
        "clipsToBounds": "overflow", "masksToBounds": "overflow",
        "textAlign": "alignment", "textAlignment": "alignment",
        "numberOfLines": "maximumLines", "lineClamp": "maximumLines",
        "kern": "letterSpacing", "tracking": "letterSpacing",
        "textColor": "color", "tintColor": "color", "foregroundColor": "color",
        "maskImage": "mask",
        "attributedText": "runs",
        "isOpaque": "opaque",
    ]

    /// The aliases in a layer.
    ///
    /// - Parameter isText: Whether it shows a text, whose `shadow` is the shadow of its glyphs.
    /// - Returns: The aliases, with the members that they name.
    static func of(isText: Bool) -> [String: String] {
        var aliases = common
        if isText {
            aliases["textShadow"] = "shadow"
        } else {
            aliases["shadow"] = "boxShadow"
        }
        return aliases
    }
}
