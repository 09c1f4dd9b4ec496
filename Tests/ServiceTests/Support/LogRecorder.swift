// SPDX-License-Identifier: Apache-2.0

import Foundation
import Service
import Testing

/// Keeps the JSON lines that are logged, in a file without a name.
final class LogRecorder: Sendable {
    /// The fields of a line by their names.
    typealias Line = [String: Value]

    /// The destination of the lines.
    let sink: LogSink
    private let file: FileHandle

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: url)
        file = try FileHandle(forUpdating: url)
        try FileManager.default.removeItem(at: url)
        sink = LogSink(descriptor: file.fileDescriptor, format: .json, owner: file)
    }

    /// A text or a number in a line.
    enum Value: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        init(stringLiteral text: String) {
            self = .text(text)
        }

        init(integerLiteral number: Int) {
            self = .number(Double(number))
        }
    }

    /// The text of all lines so far.
    var text: String {
        sink.flush(seconds: 60)
        // What the sink writes goes on from its own place in the file, which is not to be moved.
        let data = FileManager.default.contents(atPath: "/proc/self/fd/\(file.fileDescriptor)")
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The lines so far.
    var lines: [Line] {
        get throws {
            try text.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
        }
    }

    /// Waits until there is a line that fits, which follows the end of the answer.
    func line(where fits: (Line) -> Bool) async throws -> Line? {
        for _ in 0..<6_000 {
            if let line = try lines.first(where: fits) { return line }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("No line fits among \(text.debugDescription)")
        return nil
    }
}
