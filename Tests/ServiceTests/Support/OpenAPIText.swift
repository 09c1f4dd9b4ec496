// SPDX-License-Identifier: Apache-2.0

@testable import Service

/// The text of a row as openapi.yaml has it, to paste where it is missing.
struct OpenAPIText {
    /// The parameter.
    let row: RenderParameter

    /// The name of the parameter's component.
    var component: String {
        row.name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The line in the lists of parameters of the operations that take it.
    var reference: String { "        - $ref: \"#/components/parameters/\(component)\"" }

    /// The lines in `components.schemas.RenderForm.properties`.
    var field: String {
        "        \(row.name):\n          $ref: \"#/components/schemas/\(component)\""
    }

    /// The lines in `components.parameters`.
    var parameter: String {
        """
            \(component):
              name: \(row.name)
              in: query
              description: |
                \(row.sentence)
              schema:
                $ref: "#/components/schemas/\(component)"
        """
    }

    /// The lines in `components.schemas`.
    var schema: String {
        (["\(component):"] + members.map { "  \($0)" }).map { "    \($0)" }
            .joined(separator: "\n")
    }

    /// Everything that the contract must have of the parameter.
    var everything: String {
        """
        # components.parameters
        \(parameter)
        # components.schemas
        \(schema)
        # components.schemas.RenderForm.properties
        \(field)
        # the parameters of the operations that take it
        \(reference)
        """
    }

    /// The members of the schema, without indentation.
    var members: [String] {
        let (lines, needsDefault) = kindLines
        guard needsDefault else { return lines }
        let text =
            switch row.kind {
            case .number, .numberOrWord, .integer, .amount, .pixels: row.defaultValue
            case .choice, .name, .flag, .color, .colorOrWord, .filterList, .length, .region,
                .digest:
                Self.quoted(row.defaultValue)
            }
        return lines + ["default: \(text)"]
    }

    private var kindLines: (lines: [String], needsDefault: Bool) {
        switch row.kind {
        case .number(let range): (Self.range("number", range), true)
        case .amount(let range):
            (
                Self.either(
                    Self.range("number", range),
                    Self.text(#"^[0-9]+(\\.[0-9]+)?%$"#) + ["maxLength: \(row.lengthLimit)"]
                ),
                true
            )
        case .pixels(let range):
            (
                Self.either(
                    Self.range("number", range),
                    Self.text(#"^[0-9]+(\\.[0-9]+)?(px|pt)$"#)
                        + ["maxLength: \(row.lengthLimit)"]
                ),
                true
            )
        case .numberOrWord(let range, let word):
            (Self.either(Self.range("number", range), Self.constant(word)), true)
        case .integer(let range, nil): (Self.range("integer", range), true)
        case .integer(let range, let word?):
            (Self.either(Self.range("integer", range), Self.constant(word)), true)
        case .choice(let words):
            (
                ["type: string", "enum: [\(words.map(Self.quoted).joined(separator: ", "))]"],
                true
            )
        case .name(let names, let word, _):
            (
                ["type: string", "enum:"]
                    + ([word, RenderParameter.automatic] + names).map { "  - \($0)" },
                true
            )
        case .flag: (["$ref: \"#/components/schemas/Flag\""], false)
        case .color, .colorOrWord:
            (["type: string", "format: css-color", "maxLength: \(row.lengthLimit)"], true)
        case .filterList:
            (["type: string", "format: filter-list", "maxLength: \(row.lengthLimit)"], true)
        case .length: (Self.text("^\(Self.amount)$") + ["maxLength: 34"], true)
        case .region: regionLines
        case .digest: (Self.text("^(none|[0-9a-f]{64})$"), true)
        }
    }

    private var regionLines: (lines: [String], needsDefault: Bool) {
        let item =
            Self.text("^(none|-?\(Self.amount)(,-?\(Self.amount)){3})$")
            + ["maxLength: \(row.lengthLimit)"]
        guard row.mayRepeat else { return (item, true) }
        let list = ["type: array", "default: []", "items:"] + item.map { "  \($0)" }
        return (list, false)
    }

    private static let amount = #"[0-9]+(\\.[0-9]+)?(px|pt|%)?"#

    private static func text(_ pattern: String) -> [String] {
        ["type: string", "pattern: \"\(pattern)\""]
    }

    private static func range<Bound: Comparable>(_ type: String, _ range: ClosedRange<Bound>)
        -> [String]
    {
        let bounds = [range.lowerBound, range.upperBound].map { bound in
            (bound as? Double).flatMap { Int(exactly: $0) }.map(String.init) ?? "\(bound)"
        }
        return ["type: \(type)", "minimum: \(bounds[0])", "maximum: \(bounds[1])"]
    }

    private static func constant(_ word: String) -> [String] {
        ["type: string", "const: \(quoted(word))"]
    }

    private static func either(_ one: [String], _ other: [String]) -> [String] {
        ["oneOf:"]
            + [one, other].flatMap { lines in
                zip(lines.indices, lines).map { index, line in (index == 0 ? "  - " : "    ") + line
                }
            }
    }

    /// A string, in quotation marks where YAML would read a number or a truth value.
    private static func quoted(_ text: String) -> String {
        Double(text) != nil || ["true", "false", "yes", "no", "on", "off"].contains(text)
            ? "\"\(text)\"" : text
    }
}
