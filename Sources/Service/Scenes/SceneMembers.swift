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
        if let own = aliases[plain], names.contains(own) { return own }
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

    /// The members that are read by other names, by the plain forms of these.
    private static let aliases = Dictionary(
        SceneAliases.common.map { (plain($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Members of UIKit, SwiftUI, CSS and drawing programs, with the members that mean the same in one
    /// kind of object or another.
    private static let synonyms: [String: [String]] = [
        "cornerradii": ["corners"], "corner": ["corners"], "radii": ["corners"],
        "radius": ["corners", "radius"], "rx": ["corners"], "curve": ["cornerCurve"],
        "style": ["material"], "effect": ["material"], "blureffect": ["material"],
        "filters": ["filter"], "css": ["filter"],
        "rect": ["frame"], "bounds": ["frame"], "box": ["frame"],
        "size": ["width"], "compositing": ["blend"],
        "fillcolor": ["color", "background"], "foreground": ["color"],
        "fill": ["color", "background"],
        "contentview": ["layers"], "content": ["layers"], "elements": ["layers"],
        "views": ["layers"], "items": ["layers"], "layer": ["layers"], "pane": ["layers"],
        "type": ["shape"], "kind": ["shape"], "vertices": ["points"],
        "inverted": ["invert"], "isinverted": ["invert"],
        "edgemode": ["edge"], "groupname": ["group"], "vibrancystyle": ["vibrancy"],
        "string": ["text"], "label": ["text"], "title": ["text"], "value": ["text"],
        "spans": ["runs"], "pointsize": ["size", "fontSize"], "family": ["fontFamily"],
        "name": ["family"], "typeface": ["family", "fontFamily"], "fontstyle": ["font"],
        "lines": ["maximumLines"], "maxlines": ["maximumLines"], "linelimit": ["maximumLines"],
        "kerning": ["letterSpacing"],
        "lineheightmultiple": ["lineHeight"], "leading": ["lineHeight"],
        "linespacing": ["lineHeight"], "align": ["alignment"],
        "linebreakmode": ["wrapping"], "wrap": ["wrapping"],
        "fontsize": ["size", "font"], "fontfamily": ["family", "font"],
        "fontweight": ["weight", "font"], "opacity": ["opacity"],
        "strike": ["strikethrough"], "linethrough": ["strikethrough"],
        "capinsets": ["caps"], "resizingmode": ["resizing"], "insets": ["caps"],
        "sha256": ["digest"], "hash": ["digest"], "id": ["digest"], "file": ["part"],
        "w": ["width"], "h": ["height"],
        "image": ["backdrop"], "dir": ["direction"], "writingdirection": ["direction"],
        "resize": ["geometry"], "transform": ["geometry"], "offset": ["x"],
        "shadowcolor": ["boxShadow"], "shadowradius": ["boxShadow"], "shadowoffset": ["boxShadow"],
        "shadowopacity": ["boxShadow"], "borderwidth": ["border"], "bordercolor": ["border"],
        "stroke": ["border"], "strokewidth": ["border"], "strokecolor": ["border"],
        "radiusx": ["corners"], "isopaque": ["opaque"], "gradient": ["background"],
    ]

    /// Names whose effect has another form, with a member that the object must have for it.
    private static let advices: [(names: Set<String>, member: String, sentence: String)] = [
        (
            ["blur", "saturate", "saturation", "sigma", "brightness", "contrast", "grayscale"],
            "filter",
            "Write it as a function of CSS: \"filter\": \"blur(20px) saturate(180%)\"."
        ),
        (
            ["hidden", "ishidden", "visible", "display"], "layers",
            "Omit a layer to hide it."
        ),
        (
            ["zindex", "zposition", "order"], "layers",
            "Layers are drawn in the listed order."
        ),
        (
            ["clip", "clippath"], "frame",
            "Write \"shape\": \"ellipse\" or 'corners' for the outline of a layer, and 'overflow' to cut off "
                + "the layers on it."
        ),
        (
            ["path", "d"], "frame",
            "Paths are not drawn: write \"shape\": \"polygon\" with 'points'."
        ),
        (
            ["size"], "frame",
            "Write 'fontSize' for a text, and 'frame' for the layer."
        ),
        (
            ["rotation", "rotate", "angle"], "layers",
            "Layers cannot be rotated; 'geometry' rotates the image under them."
        ),
    ]
}
