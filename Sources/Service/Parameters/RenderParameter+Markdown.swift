// SPDX-License-Identifier: Apache-2.0

import Codecs

extension RenderParameter {
    /// The table as Markdown, for Docs/reference.md between `<!-- parameters -->` marks.
    package static var markdownTable: String {
        let head = "| Parameter | Values | Unit | Default | What it does |\n|---|---|---|---|---|\n"
        return head
            + table.map { row in
                "| `\(row.name)` | \(row.allowed) | \(row.unit ?? "") "
                    + "| `\(row.defaultValue)` | \(row.note)\(row.sentence) |"
            }.joined(separator: "\n")
    }

    private var note: String {
        switch scope {
        case .effect, .area, .output: ""
        case .blur, .kernel: "With a blur. "
        case .material: "With `material`. "
        case .legibility: "With `material=auto`. "
        case .tintedMaterial: "With a `material` that takes one. "
        case .region: "With `region`. "
        case .corner: "With `corner`. "
        case .mask: "With `mask`. "
        case .formats(let formats):
            formats.map { $0.rawValue.uppercased() }.joined(separator: " and ") + " only. "
        }
    }
}
