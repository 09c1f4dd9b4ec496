// SPDX-License-Identifier: Apache-2.0

import Effects

/// Suggestions for unknown members of a scene.
enum SceneMembers {
    /// Finds the member that an unknown name probably means; nil if none has its meaning.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - names: The names of the members that the object may have.
    /// - Returns: One of the names.
    static func nearest(to name: String, among names: [String]) -> String? {
        let plain = plain(name)
        if let word = names.first(where: { self.plain($0) == plain }) { return word }
        if let others = synonyms[plain] { return others.first(where: names.contains) }
        return Spelling.nearest(to: name, among: names)
    }

    /// The advice for a name whose effect is reached in another way; nil for other names.
    static func advice(for name: String, among names: [String]) -> String? {
        let advice = advices.first { $0.names.contains(plain(name)) }
        guard let advice, names.contains(advice.member) else { return nil }
        return advice.sentence
    }

    /// A name without the case, the hyphens and the underscores that languages write differently.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }

    /// Members of UIKit, SwiftUI, CSS and drawing programs, with the members that mean the same in one
    /// kind of object or another.
    private static let synonyms: [String: [String]] = [
        "opacity": ["alpha"],
        "cornerradius": ["corners", "radius"], "borderradius": ["corners", "radius"],
        "cornerradii": ["corners"], "corner": ["corners"], "radii": ["corners"],
        "radius": ["corners"], "rx": ["corners"], "cornercurve": ["curve", "corners"],
        "style": ["material"], "effect": ["material"], "blureffect": ["material"],
        "filters": ["filter"], "backdropfilter": ["filter"], "css": ["filter"],
        "rect": ["frame"], "bounds": ["frame"], "box": ["frame"], "position": ["frame"],
        "size": ["frame", "width"],
        "blendmode": ["blend"], "mixblendmode": ["blend"], "compositing": ["blend"],
        "background": ["tint"], "backgroundcolor": ["tint"], "fillcolor": ["color", "tint"],
        "foregroundcolor": ["color"], "textcolor": ["color"], "foreground": ["color"],
        "fill": ["color", "tint"], "tintcolor": ["tint", "color"],
        "children": ["contents", "panes"], "subviews": ["contents", "panes"],
        "contentview": ["contents"], "content": ["contents", "text"], "elements": ["contents"],
        "layers": ["panes", "contents"], "views": ["panes", "contents"], "items": ["panes"],
        "type": ["shape"], "kind": ["shape"], "path": ["points"], "vertices": ["points"],
        "inverted": ["invert"], "isinverted": ["invert"], "clip": ["mask"], "maskimage": ["mask"],
        "edgemode": ["edge"], "groupname": ["group"], "vibrancystyle": ["vibrancy"],
        "string": ["text"], "label": ["text"], "title": ["text"], "value": ["text"],
        "attributedtext": ["runs"], "spans": ["runs"],
        "fontsize": ["size", "font"], "pointsize": ["size"], "fontfamily": ["family", "font"],
        "name": ["family"], "typeface": ["family", "font"], "fontweight": ["weight", "font"],
        "fontstyle": ["style", "font"], "numberoflines": ["maximumLines"],
        "lines": ["maximumLines"], "maxlines": ["maximumLines"], "linelimit": ["maximumLines"],
        "kern": ["letterSpacing"], "kerning": ["letterSpacing"], "tracking": ["letterSpacing"],
        "lineheightmultiple": ["lineHeight"], "leading": ["lineHeight"],
        "linespacing": ["lineHeight"], "align": ["alignment"], "textalign": ["alignment"],
        "textalignment": ["alignment"], "linebreakmode": ["wrapping"], "wrap": ["wrapping"],
        "textshadow": ["shadow"], "strike": ["strikethrough"], "linethrough": ["strikethrough"],
        "contentmode": ["mode", "fit"], "objectfit": ["mode", "fit"], "fit": ["mode"],
        "capinsets": ["caps"], "resizingmode": ["resizing"], "insets": ["caps"],
        "sha256": ["digest"], "hash": ["digest"], "id": ["digest"], "file": ["part"],
        "w": ["width"], "h": ["height"], "left": ["x"], "top": ["y"],
        "image": ["backdrop"], "dir": ["direction"], "writingdirection": ["direction"],
        "resize": ["geometry"], "transform": ["geometry"], "offset": ["x"],
    ]

    /// Names whose effect has another form, with a member that the object must have for it.
    private static let advices: [(names: Set<String>, member: String, sentence: String)] = [
        (
            ["blur", "saturate", "saturation", "sigma", "brightness", "contrast", "grayscale"],
            "filter",
            "Write it as a function of CSS: \"filter\": \"blur(20px) saturate(180%)\"."
        ),
        (
            ["hidden", "ishidden", "visible", "display"], "panes",
            "Omit a pane to hide it."
        ),
        (
            ["zindex", "zposition", "order"], "contents",
            "Panes and contents are drawn in the listed order."
        ),
        (
            ["border", "borderwidth", "bordercolor", "stroke", "strokewidth", "strokecolor"],
            "contents",
            "There are no strokes: draw a shape around it, and another one inside."
        ),
        (
            ["rotation", "rotate", "angle"], "contents",
            "Panes cannot be rotated; 'geometry' rotates the image under them."
        ),
    ]
}
