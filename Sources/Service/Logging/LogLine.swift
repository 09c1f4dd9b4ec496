// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging

/// What a log line says, before it has a form.
struct LogLine: Sendable {
    let time: Date
    let level: Logger.Level
    let message: String

    /// The fields in the order of their names; later sources won.
    let fields: [(name: String, value: Logger.MetadataValue)]

    /// Puts together what the logger, its provider and the call say.
    init(
        _ event: LogEvent,
        metadata: Logger.Metadata,
        provider: Logger.MetadataProvider?,
        time: Date = .now
    ) {
        var fields = metadata
        if let provider { fields.merge(provider.get()) { $1 } }
        if let own = event.metadata { fields.merge(own) { $1 } }
        if let error = event.error { fields["error"] = "\(error)" }
        self.time = time
        level = event.level
        message = event.message.description
        self.fields = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The time in UTC to the millisecond.
    ///
    /// Reference: RFC 3339.
    var timestamp: String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// One JSON object and a line break.
    ///
    /// Fields of the caller that are named as one of the line's own get an underscore.
    var json: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("time", .string(timestamp)),
            ("level", .string(level.rawValue)),
            ("message", .string(message)),
        ]
        for (name, value) in fields {
            let isTaken = ["time", "level", "message"].contains(name)
            members.append((isTaken ? name + "_" : name, Self.json(value)))
        }
        return JSONValue.object(members).bytes + [UInt8(ascii: "\n")]
    }

    /// Time, level, message and `name=value` fields, and a line break.
    var text: [UInt8] {
        var line = "\(timestamp) \(level.rawValue) \(Self.escaped(message))"
        for (name, value) in fields { line += " \(Self.quoted(name))=\(Self.text(value))" }
        return Array((line + "\n").utf8)
    }

    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let number as Int): .integer(number)
        case .stringConvertible(let number as Double) where number.isFinite: .number(number)
        case .stringConvertible(let flag as Bool): .boolean(flag)
        case .stringConvertible(let other): .string(other.description)
        case .array(let values): .array(values.map(json))
        case .dictionary(let members):
            .object(members.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
        }
    }

    private static func text(_ value: Logger.MetadataValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .stringConvertible(let other): quoted(other.description)
        case .array(let values): "[\(values.map(text).joined(separator: ","))]"
        case .dictionary(let members):
            "{\(members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(text($0.value))" }.joined(separator: ","))}"
        }
    }

    /// A value in quotation marks when its end could be mistaken.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x21, 0x23...0x3c, 0x3e...0x5a, 0x5e...0x7a: true
                default: false
                }
            }
        return isPlain ? text : "\"\(escaped(text, quotationMarks: true))\""
    }

    /// A text with nothing in it that ends a line, or acts on a terminal or on the order of reading.
    private static func escaped(_ text: String, quotationMarks: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if scalar == "\\" || quotationMarks && scalar == "\"" { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
