// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

extension SceneReader {
    /// Reads a canvas, which stands in place of an image.
    func canvas(_ value: SceneValue) throws(SceneFault) -> Scene.Canvas {
        let object = try value.object(
            ["width", "height", "background", "opaque"],
            aliases: SceneAliases.common
        )
        func side(_ name: String) throws(SceneFault) -> Length {
            let value = try object.required(name)
            let length = try value.length()
            guard length.amount > 0, length.unit != .percent else {
                throw value.malformed("a positive number of pixels, or points such as \"100pt\"")
            }
            return length
        }
        var canvas = Scene.Canvas(width: try side("width"), height: try side("height"))
        if let background = object["background"] { canvas.background = try fill(background) }
        canvas.isOpaque = try object["opaque"]?.flag() ?? false
        return canvas
    }

    /// Reads the backgrounds of a layer: a color, a gradient, or an array of them.
    func fills(_ value: SceneValue) throws(SceneFault) -> [Scene.Fill] {
        guard case .array = value.json else { return [try fill(value)] }
        let values = try value.array()
        guard values.count <= SceneLimits.backgrounds else {
            throw value.malformed("up to \(SceneLimits.backgrounds) colors and gradients")
        }
        var fills: [Scene.Fill] = []
        for value in values { fills.append(try fill(value)) }
        return fills
    }

    private func fill(_ value: SceneValue) throws(SceneFault) -> Scene.Fill {
        let text = try value.string(
            "a color or a gradient of CSS, such as \"#0a84ff\" or \"linear-gradient(red, blue)\""
        )
        guard CSSGradient.isNamed(in: text) else { return .color(try value.color()) }
        do throws(FilterListError) { return try .gradient(text) } catch {
            throw SceneFault(.color(error), at: value.pointer)
        }
    }

    // MARK: Borders and shadows

    /// Reads a border: an object, or a text such as `2px solid white`.
    func border(_ value: SceneValue) throws(SceneFault) -> Scene.Border {
        let allowed = "an object with 'width' and 'color', or a text such as \"2px solid white\""
        guard case .string(let text) = value.json else {
            guard case .object = value.json else { throw value.malformed(allowed) }
            let object = try value.object(["width", "color"])
            return Scene.Border(
                width: try object.required("width").length(),
                color: try object.required("color").color()
            )
        }
        var words = CSSWords(text).words
        words.removeAll { $0.lowercased() == "solid" }
        guard words.count == 2, let width = Length(parsing: words[0]), width.amount >= 0 else {
            throw value.malformed(allowed)
        }
        return Scene.Border(width: width, color: try value.color(words[1]))
    }

    /// Reads the shadows of a layer: a text as in `box-shadow`, an object, or an array of either.
    func shadows(_ value: SceneValue) throws(SceneFault) -> [Scene.BoxShadow] {
        var shadows: [Scene.BoxShadow] = []
        switch value.json {
        case .array:
            for element in try value.array() { shadows += try self.shadows(element) }
        case .string(let text):
            for part in CSSWords.parts(of: text) { shadows.append(try shadow(part, value)) }
        case .object: shadows = [try shadow(value)]
        case .integer, .number, .boolean, .null:
            throw value.malformed("shadows such as \"0 4px 12px #0004\", or an object")
        }
        guard shadows.count <= SceneLimits.shadows else {
            throw value.malformed("up to \(SceneLimits.shadows) shadows")
        }
        return shadows
    }

    private func shadow(_ value: SceneValue) throws(SceneFault) -> Scene.BoxShadow {
        let object = try value.object(["x", "y", "blur", "spread", "color", "inset"])
        func length(_ name: String) throws(SceneFault) -> Length {
            guard let value = object[name] else { return .zero }
            let length = try value.length()
            guard length.unit != .percent else { throw value.malformed(Self.shadowLength) }
            return length
        }
        return Scene.BoxShadow(
            x: try length("x"),
            y: try length("y"),
            blur: try length("blur"),
            spread: try length("spread"),
            color: try object.required("color").color(),
            isInside: try object["inset"]?.flag() ?? false
        )
    }

    private static let shadowLength = "a number of pixels, or points such as \"12pt\""

    /// Reads one shadow as in `box-shadow`: two to four lengths, a color, and `inset`.
    private func shadow(
        _ text: String,
        _ value: SceneValue
    ) throws(SceneFault) -> Scene.BoxShadow {
        var words = CSSWords(text).words
        let count = words.count
        words.removeAll { $0.lowercased() == "inset" }
        let isInside = words.count < count
        let numbers = words.filter { Length(parsing: $0) != nil }
        let colors = words.filter { Length(parsing: $0) == nil }
        let lengths = numbers.compactMap { Length(parsing: $0) }
        guard count - words.count < 2, (2...4).contains(lengths.count), colors.count <= 1,
            lengths.allSatisfy({ $0.unit != .percent })
        else {
            throw value.malformed(
                "shadows as in CSS: x, y, blur, spread and a color, such as \"0 4px 12px #0004\""
            )
        }
        return Scene.BoxShadow(
            x: lengths[0],
            y: lengths[1],
            blur: lengths.count > 2 ? lengths[2] : .zero,
            spread: lengths.count > 3 ? lengths[3] : .zero,
            color: try colors.first.map { color throws(SceneFault) in try value.color(color) }
                ?? StraightColor(white: 0),
            isInside: isInside
        )
    }
}

/// The words of a CSS value, which are separated by spaces outside of parentheses.
private struct CSSWords {
    let words: [String]

    init(_ text: String) {
        words = Self.split(text) { $0.isWhitespace }.filter { !$0.isEmpty }
    }

    /// The parts of a list that are separated by commas outside of parentheses.
    static func parts(of text: String) -> [String] { split(text) { $0 == "," } }

    private static func split(
        _ text: String,
        at isSeparator: (Character) -> Bool
    ) -> [String] {
        var depth = 0
        var parts = [""]
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0 && isSeparator(character) {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}

extension SceneValue {
    /// Reads a color that is a part of the value.
    fileprivate func color(_ text: String) throws(SceneFault) -> StraightColor {
        do throws(FilterListError) { return try StraightColor(css: text) } catch {
            throw SceneFault(.color(error), at: pointer)
        }
    }
}
