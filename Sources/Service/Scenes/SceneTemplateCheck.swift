// SPDX-License-Identifier: Apache-2.0

import Effects

/// A check of the uses of variables in a scene.
struct SceneTemplateCheck {
    private let variables: [String: SceneVariable]
    private var used: Set<String> = []

    /// Members that hold texts to draw, the only ones in which a text of a caller may stand.
    private static let textMembers: Set<String> = ["text", "qr"]

    private let hasParts: Bool

    init(_ variables: [SceneVariable], hasParts: Bool) {
        self.hasParts = hasParts
        self.variables = Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0) })
    }

    /// Checks a value and all below it.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - member: The name of the member that holds it; nil for the scene.
    ///   - pointer: Its location.
    /// - Throws: The first fault.
    mutating func visit(
        _ json: JSONValue,
        in member: String?,
        at pointer: JSONPointer
    ) throws(SceneFault) {
        switch json {
        case .string(let text): try visit(text, in: member, at: pointer)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                try visit(element, in: member, at: pointer.appending(index))
            }
        case .object(let members):
            for (name, value) in members {
                let pointer = pointer.appending(name)
                switch name {
                case "if": try condition(value, isOfScene: member == nil, at: pointer)
                case "part" where !hasParts:
                    throw SceneFault(
                        .conflict(
                            reason:
                                "A stored scene has no form: name a stored image by 'digest', or make "
                                + "it a variable."
                        ),
                        at: pointer
                    )
                // Foreign: String
                default: try visit(value, in: name, at: pointer)
                }
            }
        case .integer, .number, .boolean, .null: break
        }
    }

    private mutating func condition(
        _ json: JSONValue,
        isOfScene: Bool,
        at pointer: JSONPointer
    ) throws(SceneFault) {
        let value = SceneValue(json: json, pointer: pointer)
        guard !isOfScene else {
            throw SceneFault(
                .misplaced(
                    "if",
                    reason: "It leaves out a part of a scene, and the scene is no part."
                ),
                at: pointer
            )
        }
        _ = try variable(try value.string("the name of a variable"), at: pointer)
    }

    private mutating func visit(
        _ text: String,
        in member: String?,
        at pointer: JSONPointer
    ) throws(SceneFault) {
        let pieces = TemplateText.pieces(of: text)
        for case .variable(let name) in pieces {
            let kind = try variable(name, at: pointer).kind
            let reason: String? =
                switch kind {
                case .text:
                    Self.textMembers.contains(member ?? "")
                        ? nil
                        : "'\(name)' is a text, which is only drawn: it belongs in the member 'text'."
                case .image, .flag:
                    pieces.count == 1
                        ? nil : "'\(name)' is not a text: write \"{{\(name)}}\" and nothing else."
                case .color, .length, .number: nil
                }
            if let reason { throw SceneFault(.conflict(reason: reason), at: pointer) }
        }
    }

    private mutating func variable(
        _ name: String,
        at pointer: JSONPointer
    ) throws(SceneFault) -> SceneVariable {
        guard let variable = variables[name] else {
            let near = Spelling.nearest(to: name, among: variables.keys.sorted())
            let question = near.map { " Did you mean '\($0)'?" } ?? " Add it to 'variables'."
            throw SceneFault(
                .conflict(
                    reason: "There is no variable '\(ParameterError.excerpt(name))'.\(question)"
                ),
                at: pointer
            )
        }
        used.insert(name)
        return variable
    }

    /// Throws a fault for a variable that the scene does not use.
    func finish() throws(SceneFault) {
        guard let idle = variables.keys.sorted().first(where: { !used.contains($0) }) else {
            return
        }
        throw SceneFault(
            .conflict(
                reason:
                    "The scene does not use this variable: write {{\(idle)}} where its value belongs."
            ),
            at: JSONPointer.root.appending("variables").appending(idle)
        )
    }
}
