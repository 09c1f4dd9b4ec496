// SPDX-License-Identifier: Apache-2.0

/// The help of the program and of its commands, in lines of at most 80 columns.
enum HelpText {
    private static let lineLength = 80
    private static let indent = 26

    /// The help of the program.
    static var text: String {
        let groups = RootCommand.groups.map { group in
            section(
                "\(group.title) subcommands",
                group.commands.map { ($0.commandName, $0.summary.abstract) }
            )
        }
        return page(
            RootCommand.abstract,
            ExitCode.helpText,
            usage: ["frostpane <subcommand>"],
            [common] + groups + ["  See 'frostpane help <subcommand>' for detailed help.\n"]
        )
    }

    /// Returns command help.
    static func text(of command: any Subcommand.Type) -> String {
        let operands = command.operands.map { operands in
            section("Arguments", [("<\(operands.name)>", operands.sentence)])
        }
        let options = command.sections.map { options in
            section(options.title, options.rows.map { ($0.usage, $0.help) })
        }
        return page(
            command.summary.abstract,
            command.summary.discussion,
            usage: command.usageLines,
            [operands].compactMap { $0 } + options + [common]
        )
    }

    private static var common: String {
        section(
            "Options",
            [("--version", "Show the version."), ("-h, --help", "Show help information.")]
        )
    }

    private static func page(
        _ abstract: String,
        _ discussion: String,
        usage: [String],
        _ sections: [String]
    ) -> String {
        let overview = wrapped("OVERVIEW: \(abstract)", at: lineLength)
        let more = discussion.isEmpty ? [] : [wrapped(discussion, at: lineLength)]
        let use = "USAGE: " + usage.joined(separator: "\n       ")
        return (([overview] + more + [use]).map { $0 + "\n" } + sections).joined(separator: "\n")
    }

    /// Formats rows of a label and its description, under a title.
    private static func section(_ title: String, _ rows: [(label: String, text: String)]) -> String
    {
        let margin = String(repeating: " ", count: indent)
        let lines = rows.map { label, text in
            let head = "  \(label)"
            let body = wrapped(text, at: lineLength - indent)
                .replacing("\n", with: "\n\(margin)")
            guard head.count < indent else { return "\(head)\n\(margin)\(body)\n" }
            return head + margin.dropFirst(head.count) + body + "\n"
        }
        return "\(title.uppercased()):\n" + lines.joined()
    }

    /// Breaks a text into lines at spaces.
    private static func wrapped(_ text: String, at length: Int) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= length {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension Subcommand {
    /// The usage lines of the help and of the manual.
    static var usageLines: [String] {
        let usage =
            summary.usage
            ?? "frostpane \(commandName)" + (operands.map { " <\($0.name)> ..." } ?? "")
        return usage.split(separator: "\n").map(String.init)
    }
}

extension OptionRow {
    /// The option with the placeholder for its value.
    var usage: String { isSwitch ? flag : "\(flag) <\(placeholder)>" }
}
