// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Kernels
import Service

/// The program as the argument parser sees it: its commands, its version, and its help.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frostpane",
        abstract: abstract,
        discussion: ExitCode.helpText,
        version: versionText,
        groupedSubcommands: [
            CommandGroup(name: "Pictures", subcommands: pictures),
            CommandGroup(name: "Service", subcommands: service),
            CommandGroup(name: "Documents", subcommands: documents),
        ]
    )

    /// A one-sentence description of the program.
    static let abstract = "the frosted-glass engine for servers"

    private static let pictures: [any Subcommand.Type] = [
        RenderCommand.self, GalleryCommand.self, LegibilityCommand.self, PlaceholderCommand.self,
    ]

    private static let service: [any Subcommand.Type] = [
        ServeCommand.self, HealthCommand.self, StoreCommand.self, SignCommand.self,
    ]

    private static let documents: [any Subcommand.Type] = [
        ParametersCommand.self, OptionsCommand.self, ProblemsCommand.self, MetricsCommand.self,
        EffectsCommand.self,
        ManualCommand.self,
    ]

    /// All commands, in the order of the help.
    static let commands = pictures + service + documents

    /// Returns the command with a name, if there is one.
    static func command(named name: String) -> (any Subcommand.Type)? {
        commands.first { $0.commandName == name }
    }

    /// The answer to `--version`: the version and the variants of the pixel kernels built and used.
    private static var versionText: String {
        func names(_ variants: [InstructionSet]) -> String {
            variants.map(\.rawValue).joined(separator: ", ")
        }
        return """
            frostpane \(Version.current)
            kernels: \(names(InstructionSet.built)); \(InstructionSet.fastest.rawValue) is the \
            fastest that runs here
            """
    }

    /// Returns the answer to a request for help, the version or completions; nil for other
    /// arguments.
    static func answer(to arguments: [String]) -> String? {
        do {
            var command = try parseAsRoot(arguments)
            // `help` is a command as well.
            try command.run()
        } catch {
            if exitCode(for: error).isSuccess { return fullMessage(for: error) }
        }
        return nil
    }
}
