// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import TestSupport

/// The program that people call the service with.
enum Curl {
    /// What a run left.
    typealias Finished = (output: [UInt8], error: String, code: Int32)

    /// Runs curl and reads what it wrote.
    ///
    /// - Parameters:
    ///   - arguments: What follows the name of the program.
    ///   - directory: Where it runs.
    ///   - isEnough: Asked until it says yes, when curl is killed; the exit code is the signal then.
    /// - Returns: The standard output, the standard error and the exit code.
    /// - Throws: What keeps curl from starting.
    static func run(
        _ arguments: [String],
        in directory: URL? = nil,
        until isEnough: (@Sendable () -> Bool)? = nil
    ) async throws -> Finished {
        let words = ["curl", "--silent", "--show-error", "--max-time", "300"] + arguments
        return try await run(words: words, in: directory, until: isEnough)
    }

    /// Runs a script of bash, whose commands may be curl, and reads what it wrote.
    static func bash(_ script: String, in directory: URL) async throws -> Finished {
        try await run(words: ["bash", "-c", script], in: directory, until: nil)
    }

    private static func run(
        words: [String],
        in directory: URL?,
        until isEnough: (@Sendable () -> Bool)?
    ) async throws -> Finished {
        try await delivery { (deliver: @escaping @Sendable (Result<Finished, any Error>) -> Void) in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = words
            process.currentDirectoryURL = directory
            let output = Pipe()
            let error = Pipe()
            process.standardOutput = output
            process.standardError = error
            process.standardInput = FileHandle.nullDevice
            do {
                try process.run()
            } catch {
                return deliver(.failure(error))
            }
            // One thread of its own: reading blocks until curl is done.
            Thread.detachNewThread {
                while let isEnough, process.isRunning {
                    // No other signal: the child inherits what this thread's pool blocks.
                    if isEnough() { kill(process.processIdentifier, SIGKILL) }
                    Thread.sleep(forTimeInterval: 0.01)
                }
                let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
                let text = error.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let code = process.terminationStatus
                deliver(.success((bytes, String(decoding: text, as: UTF8.self), code)))
            }
        }.get()
    }

    /// Sends a request to a server.
    static func send(_ call: Call, to base: String) async throws -> Reply {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var arguments = ["-D", folder.path("head"), "-o", folder.path("body")]
        arguments += call.method == "HEAD" ? ["--head"] : ["-X", call.method]
        for (name, value) in call.fields { arguments += ["-H", "\(name): \(value)"] }
        if let body = call.body {
            try Data(body).write(to: URL(fileURLWithPath: folder.path("upload")))
            arguments += ["--data-binary", "@\(folder.path("upload"))"]
        }
        arguments += call.target == "*" ? ["--request-target", "*", base] : [base + call.target]
        let result = try await run(arguments)
        let head = try String(contentsOfFile: folder.path("head"), encoding: .isoLatin1)
        var reply = parse(head)
        reply.body =
            FileManager.default.contents(atPath: folder.path("body")).map { [UInt8]($0) } ?? []
        if call.method == "HEAD" { reply.body = [] }
        reply.isComplete = result.code == 0
        return reply
    }

    /// Reads what `-D` wrote: heads, the last of which counts, and trailers.
    private static func parse(_ text: String) -> Reply {
        var reply = Reply()
        for block in text.components(separatedBy: "\r\n\r\n") where !block.isEmpty {
            var lines = block.components(separatedBy: "\r\n").filter { !$0.isEmpty }[...]
            let isHead = lines.first?.hasPrefix("HTTP/") ?? false
            if isHead, let line = lines.popFirst() {
                reply = Reply()
                reply.status = Int(line.split(separator: " ")[1]) ?? 0
            }
            for line in lines {
                guard let colon = line.firstIndex(of: ":"),
                    let name = HTTPField.Name(String(line[..<colon]))
                else { continue }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                let field = HTTPField(name: name, value: value)
                if isHead { reply.fields.append(field) } else { reply.trailers.append(field) }
            }
        }
        return reply
    }
}

/// A folder that a test has for itself.
struct TemporaryFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "frostpane-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The folder itself.
    var directory: URL { url }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(at: url) }
}
