// SPDX-License-Identifier: Apache-2.0

import Effects

extension ParameterSyntax<ClipShape?> {
    /// A basic shape of CSS such as `circle()` or `inset(0 round 24px)`, or `none`.
    static let clip = Self(.clip) { text, parameter throws(ParameterError) in
        if text.isWord(RenderParameter.absent) { return nil }
        guard let shape = ClipShape(parsing: text) else {
            throw .malformed(parameter, value: text, suggestion: nil)
        }
        return shape
    }
}

extension RenderParameter {
    /// A description of the values that are a shape of the result, for error texts.
    static let clipShapes =
        "inset(top right bottom left round radii), circle(radius at x y), ellipse(across down at x y) "
        + "or polygon(x y, x y, x y…), as in CSS clip-path; or none"
}

extension ClipShape {
    /// Parses a basic shape of CSS; nil for any other text.
    fileprivate init?(parsing text: String) {
        guard text.last == ")", let bracket = text.firstIndex(of: "(") else { return nil }
        let arguments = text[text.index(after: bracket)...].dropLast()
        let words = arguments.split(separator: " ").map { $0.lowercased() }
        switch text[..<bracket].lowercased() {
        case "inset": self.init(insets: words)
        case "circle":
            guard let (radii, center) = Self.rounds(words), radii.count <= 1 else { return nil }
            self = .circle(radii.first ?? .closestSide, at: center)
        case "ellipse":
            guard let (radii, center) = Self.rounds(words), radii.count != 1, radii.count <= 2
            else { return nil }
            self = .ellipse(radii.first ?? .closestSide, radii.last ?? .closestSide, at: center)
        case "polygon": self.init(vertices: arguments)
        // Foreign: String
        default: return nil
        }
    }

    /// Parses one to four distances, and `round` with one to four radii that are not negative.
    private init?(insets words: [String]) {
        let parts = words.split(separator: "round", omittingEmptySubsequences: false)
        guard parts.count <= 2, let sides = Self.four(parts[0]) else { return nil }
        var corners = Scene.Corners.square
        if parts.count == 2 {
            guard let radii = Self.four(parts[1]), radii.allSatisfy({ $0.amount >= 0 }) else {
                return nil
            }
            corners = Scene.Corners(
                topLeft: radii[0],
                topRight: radii[1],
                bottomRight: radii[2],
                bottomLeft: radii[3]
            )
        }
        self = .inset(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3], corners)
    }

    /// Parses positions that are separated by commas, each of two lengths.
    private init?(vertices text: Substring) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard SceneLimits.points.contains(parts.count) else { return nil }
        let positions = parts.compactMap { part -> Scene.Position? in
            let lengths = part.split(separator: " ").map { Length(parsing: $0) }
            guard lengths.count == 2, let x = lengths[0], let y = lengths[1] else { return nil }
            return Scene.Position(x: x, y: y)
        }
        guard positions.count == parts.count else { return nil }
        self = .polygon(positions)
    }

    /// Expands one to four lengths as CSS does: the third is the first if absent, the fourth the second.
    private static func four(_ words: some Collection<String>) -> [Length]? {
        let lengths = words.compactMap { Length(parsing: $0) }
        guard (1...4).contains(words.count), lengths.count == words.count else { return nil }
        let second = lengths.count > 1 ? lengths[1] : lengths[0]
        return [
            lengths[0], second, lengths.count > 2 ? lengths[2] : lengths[0],
            lengths.count > 3 ? lengths[3] : second,
        ]
    }

    /// Parses radii, and `at` with a center; the middle without it.
    private static func rounds(_ words: [String]) -> (radii: [Radius], center: Scene.Position)? {
        let parts = words.split(separator: "at", maxSplits: 1, omittingEmptySubsequences: false)
        let radii = parts[0].compactMap(Radius.init(parsing:))
        guard radii.count == parts[0].count else { return nil }
        guard parts.count == 2 else { return (radii, Scene.Position(x: .middle, y: .middle)) }
        return center(Array(parts[1])).map { (radii, $0) }
    }

    /// Parses a position of one or two words; a word such as `top` may stand first.
    private static func center(_ words: [String]) -> Scene.Position? {
        guard let first = words.first, words.count <= 2 else { return nil }
        let second = words.count == 2 ? words[1] : "center"
        if let x = Length(parsing: first, names: ["left", "right"]),
            let y = Length(parsing: second, names: ["top", "bottom"])
        {
            return Scene.Position(x: x, y: y)
        }
        guard ["top", "center", "bottom"].contains(first),
            ["left", "center", "right"].contains(second),
            let y = Length(parsing: first, names: ["top", "bottom"]),
            let x = Length(parsing: second, names: ["left", "right"])
        else { return nil }
        return Scene.Position(x: x, y: y)
    }
}

extension ClipShape.Radius {
    /// Parses a length that is not negative, `closest-side` or `farthest-side`.
    fileprivate init?(parsing word: String) {
        switch word {
        case "closest-side": self = .closestSide
        case "farthest-side": self = .farthestSide
        // Foreign: String
        default:
            guard let length = Length(parsing: word), length.amount >= 0 else { return nil }
            self = .length(length)
        }
    }
}

extension Length {
    /// The middle of the image: 50%.
    fileprivate static var middle: Length { Length(50, .percent) ?? .zero }

    /// Parses a length, `center`, or one of two names for 0 and 100 percent.
    fileprivate init?(parsing word: String, names: [String]) {
        switch word {
        case "center": self = .middle
        case names[0]: self = .zero
        case names[1]: self = .whole
        // Foreign: String
        default: self.init(parsing: word)
        }
    }
}
