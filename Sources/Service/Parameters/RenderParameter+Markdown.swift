// SPDX-License-Identifier: Apache-2.0

import Codecs

extension RenderParameter {
    /// All parameters as a Markdown table, for Docs/reference.md between `<!-- parameters -->`
    /// marks.
    package static var markdownTable: String {
        let head = "| Parameter | Values | Unit | Default | What it does |\n|---|---|---|---|---|\n"
        return head
            + table.map { row in
                "| `\(row.name)` | \(row.allowed) | \(row.unit ?? "") "
                    + "| `\(row.defaultValue)` | \(row.note)\(row.sentence) |"
            }.joined(separator: "\n")
    }

    /// The parameters of placeholders as a Markdown table, for Docs/placeholders.md.
    package static var placeholderMarkdownTable: String {
        let head = "| Parameter | Values | Unit | Default | What it does |\n|---|---|---|---|---|\n"
        return head
            + placeholderTable.map { row in
                "| `\(row.name)` | \(row.allowed) | \(row.unit ?? "") "
                    + "| `\(row.defaultValue)` | \(row.sentence) |"
            }.joined(separator: "\n")
    }

    private var note: String {
        switch scope {
        case .effect, .area, .geometry, .clip, .output: ""
        case .resizing: "With `width` or `height`. "
        case .framing: "With `width` and `height`. "
        case .caps: "With `caps`. "
        case .rotation: "With `rotate`. "
        case .backdrop: "With `pad=backdrop`. "
        case .blur, .kernel: "With a blur. "
        case .material: "With `material`. "
        case .legibility: "With `material=auto`. "
        case .tintedMaterial: "With a `material` that takes one. "
        case .region: "With `region`. "
        case .corner: "With `corner`. "
        case .mask: "With `mask`. "
        case .negotiation: "Without `format`. "
        case .formats(let formats):
            Self.enumeration(formats.map(\.format.name)) + " only. "
        }
    }

    /// Joins words by commas, and the last one by "and".
    private static func enumeration(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}
