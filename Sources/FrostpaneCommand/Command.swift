// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc
import Platform

/// The entry point of the program: it selects a command by the first argument.
enum Command {
    /// Runs the command that the first argument names, and returns its exit code.
    static func run(arguments: [String], environment: Environment) -> ExitCode {
        Syscall.occupyStandardStreams()
        // A closed pipe becomes an error of `write`, instead of the end of the process.
        Syscall.ignore(SIGPIPE)
        do throws(Complaint) {
            return try dispatch(arguments, environment)
        } catch {
            Streams.tell(error.lines)
            return error.code
        }
    }

    private static func dispatch(
        _ arguments: [String],
        _ environment: Environment
    ) throws(Complaint) -> ExitCode {
        guard let name = arguments.first else {
            throw Complaint(.usage, "name a command: serve, render or another; see --help")
        }
        if let answer = RootCommand.answer(to: arguments) { return try Streams.print(answer) }
        if let command = RootCommand.command(named: name) {
            return try run(command, Array(arguments.dropFirst()), environment)
        }
        let names = RootCommand.commands.map { $0.commandName }
        let near = Spelling.nearest(to: name, among: names)
        throw Complaint(
            .usage,
            "there is no command \(Quoted(name)); "
                + (near.map { "did you mean \($0)?" } ?? "--help lists them")
        )
    }

    private static func run<Chosen: Subcommand>(
        _ command: Chosen.Type,
        _ arguments: [String],
        _ environment: Environment
    ) throws(Complaint) -> ExitCode {
        if let (call, error) = Syscall.refusal() {
            throw Complaint(
                .system,
                "the system, or the filter of its container, refuses the call \(call): \(error.words)"
            )
        }
        return try command.run(arguments: arguments, environment: environment)
    }
}
