// SPDX-License-Identifier: Apache-2.0

/// Rewrites styles of a drawing with CSS that the library knows, and notes what it cannot express so.
///
/// Values are computed where they depend on nothing but numbers, the viewport and custom properties of one
/// value; conditions hold or not, as in a browser that shows the drawing as a picture in a light page.
struct StyleRewriter {
    /// The size of the viewport in pixels: the size of the result.
    let viewport: (width: Double, height: Double)

    /// The box of the drawing's own coordinates, for percentages of an origin.
    let box: (x: Double, y: Double, width: Double, height: Double)

    /// The values of the custom properties, with their names; several where rules set it differently.
    var variables: [String: Set<String>] = [:]

    /// The constructs found so far that are drawn in another way.
    var notes: DrawingNotes = []

    /// The greatest depth of functions in a value.
    private static let depthLimit = 8

    /// The length of the text that substitutions and rules may still process, in bytes: both can grow by
    /// multiplication.
    private(set) var budget = 4_000_000

    /// Takes the length of a text from the budget; returns whether there was enough left.
    mutating func spend(_ text: some StringProtocol) -> Bool {
        budget -= 1 + text.utf8.count
        return budget >= 0
    }

    // MARK: Values

    private static let mathNames: Set<String> = ["calc", "min", "max", "clamp"]

    /// Rewrites a value; the same if it has nothing to rewrite.
    mutating func value(_ text: String, depth: Int = 0) -> String {
        guard depth < Self.depthLimit else { return text }
        guard text.contains("(") else { return lengths(text) }
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "(") {
            let head = rest[..<open]
            let name = String(head.reversed().prefix { $0.isLetter || $0 == "-" }.reversed())
            let body = rest[rest.index(after: open)...]
            guard let close = CSSText.first(of: [")"], in: body) else { break }
            result += lengths(String(head.dropLast(name.count)))
            result += function(name, body[..<close], depth: depth)
            rest = body[body.index(after: close)...]
        }
        return result + lengths(String(rest))
    }

    private mutating func function(_ name: String, _ arguments: Substring, depth: Int) -> String {
        let plain = name.lowercased()
        if plain == "url" || plain.isEmpty { return "\(name)(\(arguments))" }
        if plain == "var" { return variable(arguments, depth: depth) }
        if CSSColorValue.isUnknown(plain, arguments) {
            return color(plain, arguments, depth: depth)
        }
        let inner = value(String(arguments), depth: depth + 1)[...]
        if Self.mathNames.contains(plain) {
            let parts = CSSText.split(inner, at: ",")
            if let amount = CSSAmount.function(plain, parts, viewport: viewport) {
                return amount.text
            }
            notes.insert(.math)
        } else if plain == "light-dark" {
            return CSSText.trimmed(CSSText.split(inner, at: ",")[0])
        }
        return "\(name)(\(inner))"
    }

    /// Rewrites a color, whose arguments are left to the parser of colors except for custom properties.
    private mutating func color(_ name: String, _ arguments: Substring, depth: Int) -> String {
        var inner = arguments
        if inner.contains("var(") { inner = value(String(arguments), depth: depth + 1)[...] }
        if let color = CSSColorValue.text(name, inner) { return color }
        notes.insert(.colors)
        return "\(name)(\(inner))"
    }

    private mutating func variable(_ arguments: Substring, depth: Int) -> String {
        let comma = CSSText.first(of: [","], in: arguments)
        let name = CSSText.trimmed(arguments[..<(comma ?? arguments.endIndex)])
        let values = variables[name, default: []]
        guard spend(values.first ?? "") else {
            notes.insert(.variables)
            return "inherit"
        }
        if values.count == 1, let only = values.first { return value(only, depth: depth + 1) }
        if values.isEmpty, let comma {
            let fallback = CSSText.trimmed(arguments[arguments.index(after: comma)...])
            return value(fallback, depth: depth + 1)
        }
        if !values.isEmpty { notes.insert(.variables) }
        // An invalid value is that of the parent, for the inherited properties that have most of them.
        return "inherit"
    }

    /// Converts lengths in `rem` and in shares of the viewport to pixels.
    private func lengths(_ text: String) -> String {
        let units = ["rem", "vw", "vh", "vmin", "vmax"]
        guard units.contains(where: text.contains) else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard units.contains(where: word.hasSuffix),
                let amount = CSSAmount(word, viewport: viewport)
            else { return String(word) }
            return amount.text
        }.joined(separator: " ")
    }

    // MARK: Declarations

    /// Splits the contents of a rule or of an attribute into names and values.
    static func declarations(_ text: Substring) -> [(name: String, value: String)] {
        CSSText.split(text, at: ";").compactMap { part in
            guard let colon = part.firstIndex(of: ":") else { return nil }
            let name = CSSText.trimmed(part[..<colon])
            return (
                name.hasPrefix("--") ? name : name.lowercased(),
                CSSText.trimmed(part[part.index(after: colon)...])
            )
        }
    }

    /// Rewrites declarations, and leaves out custom properties.
    mutating func declarations(rewriting text: Substring) -> String {
        var list = Self.declarations(text).filter { !$0.name.hasPrefix("--") }
        for index in list.indices {
            list[index].value = value(list[index].value)
            note(list[index].name, list[index].value)
        }
        if let place = list.firstIndex(where: { $0.name == "transform-origin" }) {
            let origin = list.remove(at: place).value
            let boxed = list.first { $0.name == "transform-box" }?.value
            if let index = list.firstIndex(where: { $0.name == "transform" }),
                let moved = transform(list[index].value, around: origin, in: boxed, unit: "px")
            {
                list[index].value = moved
            } else {
                notes.insert(.transformOrigin)
            }
        }
        return list.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    }

    /// Notes a property that is not drawn.
    private mutating func note(_ name: String, _ value: String) {
        let plain = value.lowercased()
        if plain == "none" || plain == "auto" || plain.hasPrefix("inherit") { return }
        switch name {
        case "d", "rotate", "scale", "translate", "offset-path", "offset":
            notes.insert(.properties)
        case "vector-effect": notes.insert(.properties)
        case "clip-path" where plain.contains("(") && !plain.hasPrefix("url"):
            notes.insert(.properties)
        case "animation", "animation-name": notes.insert(.animations)
        case "dominant-baseline", "alignment-baseline":
            if plain != "alphabetic" && plain != "baseline" { notes.insert(.textLayout) }
        case _: break
        }
    }

    /// Notes an attribute that is not drawn.
    mutating func noteAttribute(_ name: String, _ value: String) {
        switch name {
        case "vector-effect", "dominant-baseline", "alignment-baseline": note(name, value)
        case "textLength", "rotate": notes.insert(.textLayout)
        case _: break
        }
    }

    // MARK: Origins

    /// Writes a transformation around an origin as one around the zero of the coordinates.
    ///
    /// - Parameters:
    ///   - transform: The transformation, in CSS or as an attribute.
    ///   - origin: One or two lengths, percentages or keywords.
    ///   - reference: The value of `transform-box`, if there is one.
    ///   - unit: The unit of lengths in the transformation: none in an attribute.
    /// - Returns: The transformation; nil if the origin depends on the box of the element.
    func transform(
        _ transform: String,
        around origin: String,
        in reference: String?,
        unit: String
    ) -> String? {
        guard reference == nil || reference == "view-box", transform != "none" else { return nil }
        var words = CSSText.words(origin)
        if words.count == 1 { words.append("center") }
        if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) {
            words.swapAt(0, 1)
        }
        guard words.count >= 2, let x = place(words[0], box.x, box.width),
            let y = place(words[1], box.y, box.height)
        else { return nil }
        func text(_ value: Double) -> String { CSSAmount(value: value, kind: .number).text + unit }
        return "translate(\(text(x)), \(text(y))) \(transform) translate(\(text(-x)), \(text(-y)))"
    }

    private func place(_ word: String, _ start: Double, _ length: Double) -> Double? {
        switch word {
        case "left", "top": return start
        case "center": return start + length / 2
        case "right", "bottom": return start + length
        case _: break
        }
        guard let amount = CSSAmount(word, viewport: viewport) else { return nil }
        switch amount.kind {
        case .number, .pixels: return amount.value
        case .percent: return start + amount.value / 100 * length
        case .degrees: return nil
        }
    }
}
