// SPDX-License-Identifier: Apache-2.0

/// The environment variables of the program, by their names.
typealias Environment = [String: String]

/// A command of the program, with its description, its options and the function that runs it.
///
/// Help, completions and the manual page are made from the description. ``OptionReader`` parses the
/// options.
protocol Subcommand: SendableMetatype {
    /// The command name and purpose.
    static var summary: CommandSummary { get }

    /// The description of the arguments that are not options, such as paths; nil for none.
    static var operands: Operands? { get }

    /// The groups of options of the command.
    static var sections: [any OptionSection.Type] { get }

    /// Runs the command to its end, and returns the exit code of the program.
    ///
    /// - Parameters:
    ///   - arguments: The command line after the command.
    ///   - environment: The environment.
    /// - Returns: The exit code.
    /// - Throws: ``Complaint`` for arguments that are refused, and for what fails.
    static func run(arguments: [String], environment: Environment) throws(Complaint) -> ExitCode
}

/// A command name with its purpose and usage.
struct CommandSummary: Sendable {
    /// The name on the command line.
    let name: String

    /// A one-sentence description.
    let abstract: String

    /// The usage lines; nil for the name and the operands.
    var usage: String?

    /// Further paragraphs of the description.
    var discussion = ""
}

/// The description of a command's arguments that are not options.
struct Operands: Sendable {
    /// The placeholder for the arguments in the usage line.
    let name: String

    /// A one-sentence description of the arguments.
    let sentence: String

    /// The accepted words, for completion; empty for paths.
    var words: [String] = []

    /// The operands of `render` and `gallery`: the paths of images and of a result.
    static let paths = Operands(
        name: "paths",
        sentence:
            "IN, an image, and OUT, its result; or several images and folders, with --into. "
            + "- is a pipe."
    )
}

extension Subcommand {
    static var operands: Operands? { nil }

    static var sections: [any OptionSection.Type] { [] }

    /// The name of the command on the command line.
    static var commandName: String { summary.name }

    /// Throws a complaint if there are arguments, for a command that takes none.
    static func refuse(_ arguments: some Collection<String>) throws(Complaint) {
        guard let first = arguments.first else { return }
        throw Complaint(.usage, "\(Quoted(first)) is one argument too many")
    }
}
