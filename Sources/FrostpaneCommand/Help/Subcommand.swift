// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command of the program, with its description, its options and the function that runs it.
///
/// The argument parser makes the help, the completions and the list of commands from it.
/// ``OptionReader`` parses the options, as the argument parser stops at the first error, and reads
/// neither the environment nor a file.
protocol Subcommand: ParsableCommand, CustomReflectable {
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
    static func run(
        arguments: [String],
        environment: [String: String]
    ) throws(Complaint) -> ExitCode
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
    static var commandName: String { configuration.commandName ?? "" }

    /// Throws a complaint if there are arguments, for a command that takes none.
    static func refuse(_ arguments: some Collection<String>) throws(Complaint) {
        guard let first = arguments.first else { return }
        throw Complaint(.usage, "\(Quoted(first)) is one argument too many")
    }
}

// MARK: Declaration

extension Subcommand {
    /// The options and operands of the command, as the argument parser finds them by reflection.
    ///
    /// They look as if each were a stored property with a wrapper.
    var customMirror: Mirror {
        let operands = Self.operands.map { operands in
            let value = Argument<[String]>(
                help: ArgumentHelp(operands.sentence, valueName: operands.name),
                completion: operands.words.isEmpty ? .file() : .list(operands.words)
            )
            return (label: Optional(operands.name), value: value as Any)
        }
        return Mirror(
            self,
            children: [operands].compactMap { $0 }
                + Self.sections.map { (label: $0.title, value: $0.declaration) }
        )
    }

    init(from decoder: any Decoder) throws {
        self.init()
        _ = try decoder.container(keyedBy: DeclaredName.self)
    }
}

extension OptionSection {
    /// The options of the section, as a group of options of the argument parser.
    fileprivate static var declaration: Any {
        OptionGroup<DeclaredSection<Self>>(title: title.uppercased())
    }
}

/// The options of a section in the form in which the argument parser finds them by reflection.
private struct DeclaredSection<Section: OptionSection>: ParsableArguments, CustomReflectable {
    var customMirror: Mirror {
        Mirror(self, children: Section.rows.map { (label: $0.name, value: $0.declaration) })
    }

    init() {}

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: DeclaredName.self)
    }
}

extension OptionRow {
    fileprivate var declaration: Any {
        let help = ArgumentHelp(
            help,
            valueName: placeholder
        )
        return isSwitch
            ? Flag<Bool>(wrappedValue: false, name: .customLong(name), help: help)
            : Option<[String]>(
                wrappedValue: [],
                name: .customLong(name),
                parsing: .singleValue,
                help: help,
                completion: completion
            )
    }

    private var completion: CompletionKind? {
        switch values {
        case .none: nil
        case .words(let words): words.isEmpty ? nil : .list(words)
        case .file: .file()
        case .folder: .directory
        }
    }
}

/// The name of an option, found by the argument parser by reflection.
private struct DeclaredName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}
