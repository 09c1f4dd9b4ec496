// SPDX-License-Identifier: Apache-2.0

import Service

/// The manual page frostpane(1), made from the same descriptions of options as the help.
///
/// Reference: man(7).
enum ManualPage {
    /// The text of the page in the markup of man(7).
    static var text: String {
        """
        .\\" Made by `frostpane manual`.
        .TH FROSTPANE 1 "" "frostpane \(Version.current)" "User Commands"
        .SH NAME
        frostpane \\- \(escaped(RootCommand.abstract))
        .SH SYNOPSIS
        \(RootCommand.commands.map { $0.synopsis }.joined(separator: "\n.br\n"))
        .SH DESCRIPTION
        Renders pictures behind frosted glass: blurs, filters, the materials of Apple's systems and
        scenes of panes with texts, of files or as a service.
        .SH COMMANDS
        \(RootCommand.commands.map { $0.chapter }.joined(separator: "\n"))
        .SH ENVIRONMENT
        The options of
        .B serve
        and those under
        .B \(SharedSection.title)
        are variables as well; each option names its own. Flags take precedence over variables.
        .SH EXIT STATUS
        \(ExitCode.meanings.map { paragraph("\($0.code.rawValue)", $0.meaning) }.joined(separator: "\n"))
        .SH EXAMPLES
        \(examples.map(example).joined(separator: "\n"))

        """
    }

    /// Command lines to copy, each with its purpose.
    static let examples: [(purpose: String, line: String)] = [
        (
            "Blur a photo and make its colors more vivid:",
            "frostpane render photo.jpg frosted.png --blur 20 --saturate 1.8"
        ),
        (
            "A material on all photos of a folder:",
            "frostpane render photos --into glass --material systemThinMaterial --appearance dark"
        ),
        (
            "The material on which a label is legible:",
            "frostpane render photo.jpg glass.jpg --material auto"
        ),
        (
            "A scene with images by path:",
            "frostpane render photo.jpg card.jpg --scene card.json --scale 2"
        ),
        ("Complete commands in bash:", "source <(frostpane --generate-completion-script bash)"),
    ]

    private static func example(_ purpose: String, _ line: String) -> String {
        ".PP\n\(escaped(purpose))\n.PP\n.EX\n\(escaped(line, isCode: true))\n.EE"
    }

    /// Formats a paragraph with a hanging tag, such as an option and its description.
    fileprivate static func paragraph(_ tag: String, _ text: String) -> String {
        ".TP\n.B \(escaped(tag, isCode: true))\n\(escaped(text))"
    }

    /// Escapes a text so that no part of it is markup of man(7); in code, dashes belong to
    /// flags.
    fileprivate static func escaped(_ text: String, isCode: Bool = false) -> String {
        var escaped = text.replacing("\\", with: "\\e")
        if isCode { escaped = escaped.replacing("-", with: "\\-") }
        return escaped.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
            .joined(separator: "\n")
    }
}

extension Subcommand {
    fileprivate static var synopsis: String {
        usageLines.map { ManualPage.escaped($0, isCode: true) }.joined(separator: "\n.br\n")
    }

    fileprivate static var chapter: String {
        let parts =
            [
                ".SS frostpane \(commandName)", synopsis, ".PP",
                ManualPage.escaped(summary.abstract),
            ]
            + (summary.discussion.isEmpty
                ? [] : [".PP", ManualPage.escaped(summary.discussion)])
            + (operands.map { [ManualPage.paragraph($0.name.uppercased(), $0.sentence)] } ?? [])
        // The options of the server are told once.
        guard self != HealthCommand.self else { return parts.joined(separator: "\n") }
        return (parts + sections.map { $0.chapter }).joined(separator: "\n")
    }
}

extension OptionSection {
    fileprivate static var chapter: String {
        ([".PP", ".I \(title)"] + rows.map(\.paragraph)).joined(separator: "\n")
    }
}

extension OptionRow {
    fileprivate var paragraph: String {
        ManualPage.paragraph(usage, help)
    }
}
