// SPDX-License-Identifier: Apache-2.0

import Kernels
import Service

/// The commands of the program, and its answers about itself: help, version and completions.
enum RootCommand {
    /// A one-sentence description of the program.
    static let abstract = "the frosted-glass engine for servers"

    /// The commands in groups, in help order.
    static let groups: [(title: String, commands: [any Subcommand.Type])] = [
        (
            "Pictures",
            [
                RenderCommand.self, GalleryCommand.self, LegibilityCommand.self,
                PlaceholderCommand.self,
            ]
        ),
        (
            "Service",
            [ServeCommand.self, HealthCommand.self, StoreCommand.self, SignCommand.self]
        ),
        (
            "Documents",
            [
                ParametersCommand.self, OptionsCommand.self, ProblemsCommand.self,
                MetricsCommand.self, EffectsCommand.self, ManualCommand.self,
            ]
        ),
    ]

    /// All commands, in help order.
    static let commands = groups.flatMap(\.commands)

    /// Returns the command with a name, if there is one.
    static func command(named name: String) -> (any Subcommand.Type)? {
        commands.first { $0.commandName == name }
    }

    /// Returns the answer to a request for help, the version or completions; nil for other
    /// arguments.
    static func answer(to arguments: [String]) -> String? {
        let rest = arguments.dropFirst()
        switch arguments.first ?? "" {
        case "--help", "-h", "help":
            return rest.first.flatMap(command(named:)).map(HelpText.text(of:)) ?? HelpText.text
        case "--version", "version": return version
        case "--generate-completion-script":
            return rest.first.flatMap(CompletionScript.init(rawValue:))?.text
        case CompletionScript.command:
            return CompletionScript.completions(of: Array(rest))
        case let name:
            guard let command = command(named: name),
                rest.prefix(while: { $0 != "--" }).contains(where: {
                    ["--help", "-h"].contains($0)
                })
            else { return nil }
            return HelpText.text(of: command)
        }
    }

    /// The version, and the variants of the pixel kernels built and used.
    private static var version: String {
        func names(_ variants: [InstructionSet]) -> String {
            variants.map(\.rawValue).joined(separator: ", ")
        }
        return """
            frostpane \(Version.current)
            kernels: \(names(InstructionSet.built)); \(InstructionSet.fastest.rawValue) is the \
            fastest that runs here

            """
    }
}
