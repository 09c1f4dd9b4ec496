// SPDX-License-Identifier: Apache-2.0

/// The exit codes of the program, for scripts.
///
/// Reference: sysexits(3); 128 plus a signal's number is the convention of shells.
enum ExitCode: Int32, Sendable, CaseIterable {
    case success = 0
    /// The command line, the environment or the configuration file has an error.
    case usage = 64
    /// An input is not an image, or one that cannot be rendered.
    case badData = 65
    /// An input does not exist or cannot be read.
    case noInput = 66
    /// An address to listen on cannot be opened.
    case unavailable = 69
    /// The program has a defect.
    case software = 70
    /// The system has not enough memory, or refuses a call.
    case system = 71
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed midway.
    case inputOutput = 74
    /// SIGHUP: the terminal was closed.
    case hungUp = 129
    /// SIGINT: Ctrl-C.
    case interrupted = 130
    /// SIGTERM: the process was asked to end.
    case terminated = 143

    /// A short description of each code, for the help and the manual.
    static let meanings: [(code: ExitCode, meaning: String)] = [
        (.success, "done"),
        (.usage, "wrong usage"),
        (.badData, "not an image that can be rendered"),
        (.noInput, "no such input"),
        (.unavailable, "address not available"),
        (.software, "bug in this program"),
        (.system, "out of memory, or refused by the system"),
        (.cannotCreate, "output cannot be created"),
        (.inputOutput, "reading or writing failed"),
        (.hungUp, "ended by SIGHUP"),
        (.interrupted, "ended by SIGINT"),
        (.terminated, "ended by SIGTERM"),
    ]

    /// The line of `--help` that lists all codes.
    static let helpText =
        "Exit codes: "
        + meanings.map { "\($0.code.rawValue) \($0.meaning)" }.joined(separator: ", ") + "."
}
