// SPDX-License-Identifier: Apache-2.0

/// A string of a scene with variables, split at its references such as `{{title}}`.
enum TemplateText {
    /// A part of a string.
    enum Piece: Hashable, Sendable {
        /// A text that stands for itself.
        case literal(String)
        /// The name of a variable, whose value stands here.
        case variable(String)
    }

    /// Splits a string; braces around anything but a name stand for themselves.
    static func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        var literal = ""
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            literal += rest[..<open]
            guard let name = name(at: rest[open...]) else {
                literal += "{"
                rest = rest[open...].dropFirst()
                continue
            }
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = ""
            pieces.append(.variable(String(name)))
            rest = rest[name.endIndex...].dropFirst(2)
        }
        literal += rest
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }

    /// The name in a reference at the beginning of a text; nil if the text begins otherwise.
    private static func name(at text: Substring) -> Substring? {
        guard text.utf8.starts(with: "{{".utf8) else { return nil }
        let inner = text.utf8.dropFirst(2)
        // A name has a limit, so that the search for its end has one.
        guard
            let end = inner.prefix(SceneVariable.longestName + 1).firstIndex(of: UInt8(ascii: "}")),
            inner[end...].starts(with: "}}".utf8)
        else { return nil }
        let name = text[inner.startIndex..<end]
        return SceneVariable.isName(name) ? name : nil
    }
}
