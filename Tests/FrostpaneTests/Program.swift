// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The built program, run as a process of its own.
struct Program {
    /// The program beside the test bundle, where the build puts it.
    static let url = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "frostpane")

    private static let inherited = [
        "SWIFT_BACKTRACE", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "FONTCONFIG_FILE",
        // The sanitizers find the names of functions by a program in it, and suppress leaks by these.
        "PATH",
    ]

    /// What every run inherits: how to behave in a sanitized build, and the fonts for tests.
    ///
    /// The sanitizers judge the code inside of the tests' own process. In this one the thread
    /// sanitizer lacks the witness of Synchronization's mutex, so its word is not taken.
    static let environment = ProcessInfo.processInfo.environment
        .filter { inherited.contains($0.key) }
        .merging(["TSAN_OPTIONS": "report_bugs=0"]) { $1 }

    struct Result {
        let code: Int32
        let output: Data
        let errors: String
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Data = Data(),
        in folder: URL? = nil,
        program: URL = url
    ) throws -> Result {
        let files = try Folder()
        let stdin = files.url("stdin")
        try input.write(to: stdin)
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = Self.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: stdin)
        // Files, not pipes: nobody has to read while the program runs.
        process.standardOutput = try files.handle("stdout")
        process.standardError = try files.handle("stderr")
        try process.run()
        process.waitUntilExit()
        return Result(
            code: process.terminationStatus,
            output: try Data(contentsOf: files.url("stdout")),
            errors: try String(contentsOf: files.url("stderr"), encoding: .utf8)
        )
    }
}

/// A temporary folder that goes with its owner.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appending(path: "frostpane-tests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func url(_ name: String) -> URL { url.appending(path: name) }

    func handle(_ name: String) throws -> FileHandle {
        try Data().write(to: url(name))
        return try FileHandle(forWritingTo: url(name))
    }

    func write(_ data: Data, as name: String) throws { try data.write(to: url(name)) }

    func read(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

    /// The names of everything in the folder, hidden files included, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path())) ?? []).sorted()
    }
}
