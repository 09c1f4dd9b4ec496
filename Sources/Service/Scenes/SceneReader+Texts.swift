// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension SceneReader {
    /// Reads a text and its style from the JSON object of a layer.
    func text(_ object: SceneObject) throws(SceneFault) -> Scene.Text {
        var text = Scene.Text(
            runs: try runs(object),
            family: fontFamily,
            alignment: try object["alignment"]?.word() ?? .natural,
            position: try object["position"]?.word() ?? .middle,
            wrapping: try object["wrapping"]?.word() ?? .word,
            direction: try object["direction"]?.word()
        )
        let style = try style(object)
        text.family = style.family ?? text.family
        text.size = style.size ?? text.size
        text.weight = style.weight ?? text.weight
        text.isItalic = style.isItalic ?? false
        text.isUnderlined = style.isUnderlined ?? false
        text.isStruck = style.isStruck ?? false
        text.letterSpacing = style.letterSpacing ?? .zero
        text.lineHeight = try object["lineHeight"]?.length()
        text.maximumLines = try object["maximumLines"]?.integer(in: SceneLimits.lines)
        text.shadow = try object["shadow"].map(shadow)
        return text
    }

    /// Reads the runs of a text: one from the JSON member `text`, or several from `runs`.
    private func runs(_ object: SceneObject) throws(SceneFault) -> [Scene.Text.Run] {
        guard let list = object["runs"] else {
            return [Scene.Text.Run(try object.required("text").string())]
        }
        var runs: [Scene.Text.Run] = []
        for value in try list.array(
            "an array of runs such as {\"text\": \"new\", \"color\": \"red\"}"
        ) {
            let object = try value.object(
                [
                    "text", "font", "fontFamily", "fontSize", "fontWeight", "letterSpacing",
                    "underline",
                    "strikethrough", "color",
                ],
                aliases: SceneAliases.common
            )
            var run = try style(object)
            run.text = try object.required("text").string()
            run.color = try object["color"]?.color()
            runs.append(run)
        }
        return runs
    }

    /// Reads the style members that a whole text and a single run have in common.
    private func style(_ object: SceneObject) throws(SceneFault) -> Scene.Text.Run {
        var style = Scene.Text.Run("")
        if let font = try object["font"]?.object(["family", "size", "weight", "italic"]) {
            style.family = try font["family"]?.string()
            style.size = try font["size"]?.length()
            style.weight = try font["weight"]?.integer(in: SceneLimits.fontWeight)
            style.isItalic = try font["italic"]?.flag()
        }
        try readFont(object, &style)
        style.letterSpacing = try object["letterSpacing"]?.length()
        style.isUnderlined = try object["underline"]?.flag()
        style.isStruck = try object["strikethrough"]?.flag()
        return style
    }

    /// Reads the members of the font that stand beside each other, as in CSS.
    private func readFont(
        _ object: SceneObject,
        _ style: inout Scene.Text.Run
    ) throws(SceneFault) {
        func refuseTwo(_ name: String, _ isStated: Bool) throws(SceneFault) {
            if isStated { try object.refuse(name, "It is in 'font' already: write one of them.") }
        }
        try refuseTwo("fontFamily", style.family != nil)
        try refuseTwo("fontSize", style.size != nil)
        try refuseTwo("fontWeight", style.weight != nil)
        if let value = object["fontFamily"] { style.family = try value.string() }
        if let value = object["fontSize"] { style.size = try value.length() }
        if let value = object["fontWeight"] {
            style.weight = try value.integer(in: SceneLimits.fontWeight)
        }
    }

    private func shadow(_ value: SceneValue) throws(SceneFault) -> Scene.Text.Shadow {
        let object = try value.object(["x", "y", "blur", "color"])
        return Scene.Text.Shadow(
            x: try object["x"]?.length() ?? .zero,
            y: try object["y"]?.length() ?? .zero,
            blur: try object["blur"]?.length() ?? .zero,
            color: try object.required("color").color()
        )
    }
}
