// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A case of a Markdown file: a heading, prose, the bytes of a request and the events they make.
struct ProtocolCase: Sendable, CustomTestStringConvertible {
    let file: String
    let name: String
    let request: [UInt8]
    let events: [String]

    var testDescription: String {
        "\(file): \(name)"
    }

    /// The cases of all files in `Cases`.
    static let all: [ProtocolCase] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Cases")
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        return (files ?? []).filter { $0.pathExtension == "md" }
            .sorted { $0.path < $1.path }
            .flatMap(read)
    }()

    private static func read(_ file: URL) -> [ProtocolCase] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        let name = file.deletingPathExtension().lastPathComponent
        return text.components(separatedBy: "\n## ").dropFirst().map { section in
            ProtocolCase(
                file: name,
                name: String(section.prefix { $0 != "\n" }),
                request: fence("request", in: section).flatMap(bytes),
                events: fence("events", in: section).map { Escapes.show(bytes($0)) }
            )
        }
    }

    /// The lines between the marks of a fenced block.
    private static func fence(_ kind: String, in section: String) -> [String] {
        let lines = section.components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: "```\(kind)") else { return [] }
        return Array(lines[(start + 1)...].prefix { $0 != "```" })
    }

    private static func bytes(_ line: String) -> [UInt8] {
        Escapes.read(line)
    }
}

/// How bytes are written in the cases.
enum Escapes {
    /// The bytes of a line with escapes.
    static func read(_ line: String) -> [UInt8] {
        var output: [UInt8] = []
        var rest = Substring(line)
        while let character = rest.popFirst() {
            guard character == "\\", let kind = rest.popFirst() else {
                output += Array(String(character).utf8)
                continue
            }
            switch kind {
            case "r": output.append(13)
            case "n": output.append(10)
            case "t": output.append(9)
            case "0": output.append(0)
            case "x":
                output.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case "{":
                let inside = rest.prefix { $0 != "}" }
                rest = rest.dropFirst(inside.count + 1)
                let count = Int(inside.dropFirst(2)) ?? 0
                output += Array(repeating: inside.utf8.first ?? 0, count: count)
            default:
                output += Array(String(kind).utf8)
            }
        }
        return output
    }

    /// Bytes as text that shows everything unusual.
    static func show(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            switch byte {
            case 0x20...0x5B, 0x5D...0x7E: String(UnicodeScalar(byte))
            case 13: "\\r"
            case 10: "\\n"
            default: "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
        }.joined()
    }
}
