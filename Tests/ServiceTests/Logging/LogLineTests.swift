// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Testing

@testable import Service

@Suite struct LogLineTests {
    static func line(_ message: String, _ metadata: Logger.Metadata = [:]) -> LogLine {
        let event = LogEvent(
            level: .info,
            message: "\(message)",
            metadata: metadata,
            source: nil,
            file: #fileID,
            function: #function,
            line: #line
        )
        return LogLine(
            event,
            metadata: [:],
            provider: nil,
            time: Date(timeIntervalSince1970: 1_000_000_000.25)
        )
    }

    static func text(_ line: LogLine) -> String {
        String(decoding: line.bytes(as: .text), as: UTF8.self)
    }

    static func json(_ line: LogLine) -> String {
        String(decoding: line.bytes(as: .json), as: UTF8.self)
    }

    @Test func `writes time, level, message and sorted fields as text`() {
        let line = Self.line("request", ["status": .stringConvertible(200), "method": "GET"])
        #expect(
            Self.text(line) == "2001-09-09T01:46:40.250Z info request method=GET status=200\n"
        )
    }

    @Test func `writes one JSON object with numbers as numbers`() {
        let line = Self.line(
            "request",
            [
                "status": .stringConvertible(200), "method": "GET", "ms": .stringConvertible(0.25),
                "nan": .stringConvertible(Double.nan), "kept": .stringConvertible(true),
            ]
        )
        #expect(
            Self.json(line) == #"{"time":"2001-09-09T01:46:40.250Z","level":"info","#
                + #""message":"request","kept":true,"method":"GET","ms":0.25,"nan":"nan","#
                + #""status":200}"# + "\n"
        )
    }

    @Test(arguments: [
        "a\nb", "a\r\nb", "\u{1b}[31mred", "\u{0}", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}abc",
        "quote\"quote", "back\\slash", "a b=c", "", "élan", "{}[]",
    ])
    func `keeps every text within its line and its field`(value: String) throws {
        let line = Self.line(value, ["key": .string(value), "list": [.string(value)]])
        let text = Self.text(line)
        #expect(text.filter(\.isNewline).count == 1)
        #expect(text.last == "\n")
        #expect(
            !text.unicodeScalars.dropLast().contains { $0.properties.generalCategory == .control }
        )
        let json = Self.json(line)
        #expect(json.utf8.filter { $0 < 0x20 }.count == 1)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(object?["key"] as? String == value)
        #expect(object?["message"] as? String == value)
        #expect(object?["list"] as? [String] == [value])
    }

    @Test func `puts quotation marks around a value whose end could be mistaken`() {
        let line = Self.line(
            "m",
            ["target": "/v1/render?blur=20", "agent": "a \"b\"", "peer": "x", "tilde": "~"]
        )
        #expect(
            Self.text(line).hasSuffix(
                #"m agent="a \"b\"" peer=x target="/v1/render?blur=20" tilde="~""# + "\n"
            )
        )
    }

    @Test func `does not let fields take the names of the line's own`() throws {
        let json = Self.json(Self.line("m", ["level": "fake", "time": "0"]))
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(object?["level"] as? String == "info")
        #expect(object?["level_"] as? String == "fake")
    }

    @Test(arguments: [(0, "0.0"), (90, "0.09"), (1000, "1.0"), (1234, "1.234"), (70_500, "70.5")])
    func `writes thousandths as the shortest decimal number`(count: Int64, text: String) {
        var line = LogLineWriter(.text, level: .info, message: "m")
        line.add("ms", thousandths: count)
        #expect(String(decoding: line.end(), as: UTF8.self).hasSuffix(" m ms=\(text)\n"))
        #expect(String(Double(count) / 1000) == text)
    }
}
