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
        while let open = rest.firstRange(of: "{{") {
            literal += rest[..<open.lowerBound]
            let inner = rest[open.upperBound...]
            guard let close = inner.firstRange(of: "}}"),
                SceneVariable.isName(inner[..<close.lowerBound])
            else {
                literal += "{"
                rest = rest[open.lowerBound...].dropFirst()
                continue
            }
            if !literal.isEmpty { pieces.append(.literal(literal)) }
            literal = ""
            pieces.append(.variable(String(inner[..<close.lowerBound])))
            rest = inner[close.upperBound...]
        }
        literal += rest
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }
}
