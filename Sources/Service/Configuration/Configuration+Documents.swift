// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// The table of options in Markdown, for Docs/reference.md between `<!-- options -->` marks.
    package static var markdownTable: String {
        let head =
            "| Option | Environment | Default | Takes | What it does |\n|---|---|---|---|---|"
        return options.reduce(head) { text, option in
            text + "\n| `\(option.flag)` | `\(option.environment)` | \(option.defaultText) "
                + "| \(option.allowed)\(option.isRepeatable ? "; may repeat" : "") "
                + "| \(option.sentence) |"
        }
    }
}
