// SPDX-License-Identifier: Apache-2.0

import Effects

extension EffectTables {
    /// The Markdown table of filter functions, for `<!-- filters -->` in Docs/effects.md.
    package static var filters: String {
        let head =
            "| Filter | Takes | What it does | Standard | Also named |\n|---|---|---|---|---|\n"
        return head
            + FilterFunction.table.map { row in
                "| `\(row.syntax)` | \(row.arguments.map(takes).joined(separator: "; ")) "
                    + "| \(row.sentence) | \(row.standard.rawValue) "
                    + "| \(row.aliases.map { "`\($0)`" }.joined(separator: ", ")) |"
            }.joined(separator: "\n")
    }

    private static func takes(_ argument: FilterFunction.Argument) -> String {
        "`\(argument.name)`, \(argument.sentence): "
            + (argument.count > 1 ? "\(argument.count) times " : "") + argument.allowed
            + (argument.defaultText.map { " (`\($0)`)" } ?? "")
    }
}
