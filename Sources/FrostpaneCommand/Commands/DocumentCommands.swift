// SPDX-License-Identifier: Apache-2.0

import Service

/// A command without arguments that prints a document.
protocol DocumentCommand: Subcommand {
    /// The document.
    static var document: String { get }
}

extension DocumentCommand {
    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        try refuse(arguments)
        return try Streams.print(document)
    }
}

/// `frostpane parameters`: prints the parameters of renderings as Markdown.
enum ParametersCommand: Subcommand {
    static let summary = CommandSummary(
        name: "parameters",
        abstract: "Print the parameters of requests as Markdown."
    )

    static let operands: Operands? = Operands(
        name: "table",
        sentence: "The table: \(placeholder), or by default the render parameters.",
        words: [placeholder]
    )

    private static let placeholder = "placeholder"

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        let isOfPlaceholders = arguments.first == placeholder
        try refuse(arguments.dropFirst(isOfPlaceholders ? 1 : 0))
        let table =
            isOfPlaceholders
            ? RenderParameter.placeholderMarkdownTable : RenderParameter.markdownTable
        return try Streams.print(table + "\n")
    }
}

/// `frostpane options`: prints the server options as Markdown.
enum OptionsCommand: DocumentCommand {
    static let summary = CommandSummary(
        name: "options",
        abstract: "Print the options of serve as Markdown."
    )

    static var document: String { Configuration.markdownTable + "\n" }
}

/// `frostpane problems`: prints the problem types of error responses as Markdown.
enum ProblemsCommand: DocumentCommand {
    static let summary = CommandSummary(
        name: "problems",
        abstract: "Print the problem types as Markdown."
    )

    static var document: String { ProblemType.markdownTable + "\n" }
}

/// `frostpane metrics`: prints the server metrics as Markdown.
enum MetricsCommand: DocumentCommand {
    static let summary = CommandSummary(
        name: "metrics",
        abstract: "Print the instruments of /metrics as Markdown."
    )

    static var document: String { ServiceMetrics.markdownTable + "\n" }
}

/// `frostpane effects`: prints one of the tables in Docs/effects.md as Markdown.
enum EffectsCommand: Subcommand {
    static let summary = CommandSummary(
        name: "effects",
        abstract: "Print a table of Docs/effects.md as Markdown."
    )

    static let operands: Operands? = Operands(
        name: "table",
        sentence: "The table: \(tables).",
        words: EffectTables.names
    )

    private static var tables: String { EffectTables.names.joined(separator: ", ") }

    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode {
        try refuse(arguments.dropFirst())
        guard let table = arguments.first.flatMap(EffectTables.table) else {
            throw Complaint(.usage, "name a table: \(tables)")
        }
        return try Streams.print(table + "\n")
    }
}

/// `frostpane manual`: prints the manual page.
enum ManualCommand: DocumentCommand {
    static let summary = CommandSummary(
        name: "manual",
        abstract: "Print the manual page, for man -l."
    )

    static var document: String { ManualPage.text }
}
