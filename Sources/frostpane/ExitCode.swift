// SPDX-License-Identifier: Apache-2.0

/// How the program ended, for scripts.
///
/// Reference: sysexits(3); 128 and a signal's number is the shells' custom.
enum ExitCode: Int32, Sendable, CaseIterable {
    case success = 0
    /// The command line, the environment or the configuration file is wrong.
    case usage = 64
    /// An input is no picture that can be rendered.
    case badData = 65
    /// An input does not exist or cannot be read.
    case noInput = 66
    /// An address to listen on cannot be opened.
    case unavailable = 69
    /// A fault of this program.
    case software = 70
    /// The system lacks memory.
    case system = 71
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed midway.
    case inputOutput = 74
    /// SIGHUP: the terminal is gone.
    case hungUp = 129
    /// SIGINT: Ctrl-C.
    case interrupted = 130
    /// SIGTERM.
    case terminated = 143

    /// What `--help` says about each.
    static let helpText = """
        Exit codes:
          0 done, 64 wrong usage, 65 not a picture that can be rendered, 66 no such input,
          69 address not available, 70 fault of this program, 71 out of memory,
          73 output cannot be created, 74 reading or writing failed,
          129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM

        """
}
