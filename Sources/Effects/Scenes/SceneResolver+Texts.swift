// SPDX-License-Identifier: Apache-2.0

import Raster

extension SceneResolver {
    /// Converts a text to what is drawn for it: its shadow, and one copy for each ink that draws
    /// only the runs in that ink.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - inks: The ink of each run.
    ///   - frame: The frame of the layer.
    ///   - parent: The frame of the containing area.
    ///   - place: The place of the layer.
    /// - Returns: At least one content.
    /// - Throws: The first broken rule.
    func texts(
        _ text: Scene.Text,
        inks: [Ink],
        in frame: Rectangle,
        on parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> [Content] {
        let form = try self.form(text, in: frame, on: parent, at: place)
        var contents: [Content] = []
        if let shadow = text.shadow {
            contents.append(try self.shadow(shadow, of: text, form, parent, at: place))
        }
        var remaining = inks[...]
        while let ink = remaining.first {
            var form = form
            for index in form.runs.indices { form.runs[index].isDrawn = inks[index] == ink }
            contents.append(Content(.text(form), ink: ink))
            remaining = remaining.filter { $0 != ink }[...]
        }
        return contents
    }

    private func form(
        _ text: Scene.Text,
        in frame: Rectangle,
        on parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> TextForm {
        guard (1...SceneLimits.runs).contains(text.runs.count) else {
            throw SceneError(.runCount, at: place)
        }
        var runs: [TextForm.Run] = []
        for run in text.runs { runs.append(try self.run(run, of: text, in: parent, at: place)) }
        let size = try fontSize(text.size, in: parent, at: place)
        let lineHeight = text.lineHeight?.pixels(scale: scale, of: size)
        if let lineHeight, !SceneLimits.lineHeight.contains(lineHeight / size) {
            throw SceneError(.lineHeight, at: place)
        }
        if let lines = text.maximumLines, !SceneLimits.lines.contains(lines) {
            throw SceneError(.maximumLines, at: place)
        }
        return TextForm(
            runs: runs,
            frame: frame,
            alignment: text.alignment,
            position: text.position,
            wrapping: text.wrapping,
            direction: text.direction ?? direction,
            lineHeight: lineHeight,
            maximumLines: text.maximumLines
        )
    }

    private func run(
        _ run: Scene.Text.Run,
        of text: Scene.Text,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> TextForm.Run {
        guard !run.text.isEmpty else { throw SceneError(.emptyText, at: place) }
        guard !run.text.unicodeScalars.contains(where: \.isRefusedInText) else {
            throw SceneError(.controlCharacter, at: place)
        }
        let family = run.family ?? text.family
        guard (1...SceneLimits.nameBytes).contains(family.utf8.count) else {
            throw SceneError(.fontName, at: place)
        }
        let size = try fontSize(run.size ?? text.size, in: parent, at: place)
        let weight = run.weight ?? text.weight
        guard SceneLimits.fontWeight.contains(weight) else {
            throw SceneError(.fontWeight, at: place)
        }
        let spacing = (run.letterSpacing ?? text.letterSpacing).pixels(scale: scale, of: size)
        guard SceneLimits.letterSpacing.contains(spacing / size) else {
            throw SceneError(.letterSpacing, at: place)
        }
        return TextForm.Run(
            run.text,
            family: family,
            size: size,
            weight: weight,
            isItalic: run.isItalic ?? text.isItalic,
            isUnderlined: run.isUnderlined ?? text.isUnderlined,
            isStruck: run.isStruck ?? text.isStruck,
            letterSpacing: spacing == 0 ? 0 : spacing
        )
    }

    private func fontSize(
        _ length: Length,
        in parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Double {
        let size = length.pixels(scale: scale, of: parent.height)
        guard SceneLimits.fontSize.contains(size) else { throw SceneError(.fontSize, at: place) }
        return size
    }

    /// Creates the shadow of a text: the same text, moved and blurred, to be drawn beneath it.
    private func shadow(
        _ shadow: Scene.Text.Shadow,
        of text: Scene.Text,
        _ form: TextForm,
        _ parent: Rectangle,
        at place: SceneError.Place
    ) throws(SceneError) -> Content {
        let size = try fontSize(text.size, in: parent, at: place)
        let x = shadow.x.pixels(scale: scale, of: size)
        let y = shadow.y.pixels(scale: scale, of: size)
        let blur = shadow.blur.pixels(scale: scale, of: size)
        guard SceneLimits.shadowOffset.contains(x), SceneLimits.shadowOffset.contains(y),
            SceneLimits.shadowBlur.contains(blur)
        else { throw SceneError(.textShadow, at: place) }
        var form = form
        form.frame.x += x
        form.frame.y += y
        form.shadowSigma = blur / 2
        return Content(.text(form), ink: .color(shadow.color))
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control character other than line feed and tab.
    fileprivate var isRefusedInText: Bool {
        value < 0x20 && self != "\n" && self != "\t" || (0x7f..<0xa0).contains(value)
    }
}
