// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// The text of `--help` for all options, in lines of at most 100 characters.
    public static var helpText: String {
        options.map { option in
            let value = option.isSwitch ? "" : " <\(option.placeholder)>"
            let again = option.isRepeatable ? " (may repeat)" : ""
            return "  \(option.flag)\(value)\(again)\n"
                + wrapped(option.sentence)
                + (option.isSwitch ? "" : wrapped("Takes \(option.allowed)."))
                + wrapped("\(option.environment), default: \(option.defaultText)")
        }.joined()
    }

    /// The table of options in Markdown, for Docs/reference.md between `<!-- options -->` marks.
    public static var markdownTable: String {
        let head =
            "| Option | Environment | Default | Takes | What it does |\n|---|---|---|---|---|"
        return options.reduce(head) { text, option in
            text + "\n| `\(option.flag)` | `\(option.environment)` | \(option.defaultText) "
                + "| \(option.allowed)\(option.isRepeatable ? "; may repeat" : "") "
                + "| \(option.sentence) |"
        }
    }

    /// Breaks a sentence into indented lines.
    private static func wrapped(_ sentence: String) -> String {
        let indentation = "      "
        var lines: [String] = []
        for word in sentence.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= 100 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(indentation + word)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
