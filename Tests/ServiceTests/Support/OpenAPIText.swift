// SPDX-License-Identifier: Apache-2.0

import Effects

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
            case .number, .numberOrWord, .integer, .amount, .pixels, .pixelsOrWord, .angle:
                row.defaultValue
            case .choice, .name, .style, .flag, .color, .colorOrWord, .pad, .position, .focus,
                .filterList, .length, .frame, .insets, .region, .clip, .frames, .digest:
                Self.quoted(row.defaultValue)
            }
        return lines + ["x-default: \(text)"]
    }

    private var kindLines: (lines: [String], needsDefault: Bool) {
        switch row.kind {
        case .number(let range): (Self.range("number", range), true)
        // A number with a unit is the same as one without, and needs no type of its own.
        case .amount(let range), .pixels(let range), .angle(let range):
            (Self.range("number", range), true)
        // A word beside a number means the same as no parameter, and needs no type of its own.
        case .numberOrWord(let range, _), .pixelsOrWord(let range, _):
            (Self.range("number", range), false)
        case .integer(let range, let word): (Self.range("integer", range), word == nil)
        case .choice(let words): choiceLines(words)
        case .name(let names, let word, _):
            (
                ["type: string", "enum:"]
                    + ([word, RenderParameter.automatic] + names).map { "  - \($0)" },
                true
            )
        case .style(let names, let word, _):
            (["type: string", "enum:"] + ([word] + names).map { "  - \($0)" }, true)
        case .pad, .position, .focus, .clip:
            (["type: string", "maxLength: \(row.lengthLimit)"], true)
        case .flag: (["type: boolean", "x-default: \(row.defaultValue != "0")"], false)
        case .color, .colorOrWord:
            (["type: string", "format: css-color", "maxLength: \(row.lengthLimit)"], true)
        case .filterList:
            (["type: string", "format: filter-list", "maxLength: \(row.lengthLimit)"], true)
        case .length: (Self.text("^\(Self.amount)$") + ["maxLength: 34"], true)
        case .frame: (Self.text("^(none|\(Self.frame))$") + ["maxLength: \(row.lengthLimit)"], true)
        case .insets:
            (
                Self.text("^(none|\(Self.amount)(,\(Self.amount)){3})$")
                    + ["maxLength: \(row.lengthLimit)"], true
            )
        case .region: regionLines
        case .frames:
            (
                Self.text("^(all|first|1|[1-9][0-9]{0,4}\\\\.\\\\.[1-9][0-9]{0,4})$"), false
            )
        case .digest: (Self.text("^(none|[0-9a-f]{64})$"), true)
        }
    }

    /// The lines of a choice, in which the word for an open value means the same as no parameter.
    private func choiceLines(_ words: [String]) -> (lines: [String], needsDefault: Bool) {
        let stated = words.filter { $0 != RenderParameter.automatic }
        if stated == ["0", "1", "true", "false"] { return (["type: boolean"], false) }
        let list = stated.map(Self.quoted).joined(separator: ", ")
        return (["type: string", "enum: [\(list)]"], stated == words)
    }

    private var regionLines: (lines: [String], needsDefault: Bool) {
        let (frame, pair) = (Self.frame, "-?\(Self.amount),-?\(Self.amount)")
        let vertices = "\(SceneLimits.points.lowerBound - 1),\(SceneLimits.points.upperBound - 1)"
        let polygon = "polygon\\\\(\(pair)(,\(pair)){\(vertices)}\\\\)"
        let item =
            Self.text("^(none|\(frame)|ellipse\\\\(\(frame)\\\\)|\(polygon))$")
            + ["maxLength: \(row.lengthLimit)"]
        return (["type: array", "x-default: []", "items:"] + item.map { "  \($0)" }, false)
    }

    private static let frame = "-?\(amount)(,-?\(amount)){3}"

    private static let amount = #"([0-9]+|[0-9]*\\.[0-9]+)(px|pt|%)?"#

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

    /// A string, in quotation marks where YAML would read a number or a truth value.
    private static func quoted(_ text: String) -> String {
        Double(text) != nil || ["true", "false", "yes", "no", "on", "off"].contains(text)
            ? "\"\(text)\"" : text
    }
}
