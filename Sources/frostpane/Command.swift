// SPDX-License-Identifier: Apache-2.0

import Glibc
import Kernels
import Platform
import Service

/// The entry point of the program, which selects a command by the first argument.
enum Command {
    static let helpText = """
        frostpane \(Version.current): the frosted-glass engine for servers

        frostpane serve [options]                  answer requests over HTTP
        frostpane render IN OUT [options]          render one picture; - is a pipe
        frostpane render IN... --into FOLDER       render several
        frostpane health [options]                 check whether the server is alive
        frostpane options                          print the options of serve as Markdown
        frostpane parameters                       print the parameters of render as Markdown
        frostpane problems                         print the types of problems as Markdown
        frostpane effects TABLE                    print a table of Docs/effects.md: \(tables)

        frostpane serve --help and frostpane render --help list the options.

        \(ExitCode.helpText)
        """

    /// The version, and the variants of the kernels that were built and that run here.
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

    private static var tables: String { EffectTables.names.joined(separator: ", ") }

    /// Runs the program to its end.
    static func run(arguments: [String], environment: [String: String]) -> ExitCode {
        Syscall.occupyStandardStreams()
        // A closed pipe becomes an error of `write`, instead of the end of the process.
        Syscall.ignore(SIGPIPE)
        do throws(Complaint) {
            return try dispatch(arguments, environment)
        } catch {
            tell(error.lines)
            return error.code
        }
    }

    private static func dispatch(
        _ arguments: [String],
        _ environment: [String: String]
    ) throws(Complaint) -> ExitCode {
        let rest = Array(arguments.dropFirst())
        let wantsHelp = rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
        switch arguments.first {
        case "serve":
            if wantsHelp { return try print(ServeCommand.helpText) }
            return try ServeCommand.run(arguments: rest, environment: environment)
        case "render":
            if wantsHelp { return try print(RenderCommand.helpText) }
            return try RenderCommand.run(arguments: rest, environment: environment)
        case "health":
            if wantsHelp { return try print(HealthCommand.helpText) }
            return try HealthCommand.run(arguments: rest, environment: environment)
        case "options":
            try refuse(rest)
            return try print(Configuration.markdownTable + "\n")
        case "parameters":
            try refuse(rest)
            return try print(RenderParameter.markdownTable + "\n")
        case "problems":
            try refuse(rest)
            return try print(ProblemType.markdownTable + "\n")
        case "effects":
            try refuse(Array(rest.dropFirst()))
            guard let table = rest.first.flatMap(EffectTables.table) else {
                throw Complaint(.usage, "name a table: \(tables)")
            }
            return try print(table + "\n")
        case "help", "--help", "-h": return try print(helpText)
        case "version", "--version": return try print(versionText)
        case nil:
            throw Complaint(.usage, "name a command: serve, render or health; see --help")
        case .some(let other):
            throw Complaint(
                .usage,
                "there is no command \(Quoted(other)); the commands are serve, render and health; "
                    + "see --help"
            )
        }
    }

    private static func refuse(_ arguments: [String]) throws(Complaint) {
        guard let first = arguments.first else { return }
        throw Complaint(.usage, "\(Quoted(first)) is one argument too many")
    }

    private static func print(_ text: String) throws(Complaint) -> ExitCode {
        do {
            try Syscall.write(Array(text.utf8), to: 1)
            return .success
        } catch {
            throw Complaint(.inputOutput, "cannot write to standard output: \(error.words)")
        }
    }

    /// Writes to standard error; ignores failures, because no other stream is left to report them.
    static func tell(_ text: String) { tell(Array(text.utf8)) }

    private static func tell(_ bytes: [UInt8]) {
        try? Syscall.write(bytes, to: 2)
    }
}
