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
        if let own = event.metadata {
            if fields.isEmpty { fields = own } else { fields.merge(own) { $1 } }
        }
        if let error = event.error { fields["error"] = "\(error)" }
        self.time = time
        level = event.level
        message = event.message.description
        self.fields = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// One JSON object and a line break.
    ///
    /// Fields of the caller that are named as one of the line's own get an underscore.
    var json: [UInt8] {
        var line = Array("{\"time\":\"".utf8)
        line.reserveCapacity(Self.usualLength)
        LogTime.write(time, to: &line)
        line += "\",\"level\":".utf8
        JSONValue.string(level.rawValue).write(to: &line)
        line += ",\"message\":".utf8
        JSONValue.string(message).write(to: &line)
        for (name, value) in fields {
            let isTaken = ["time", "level", "message"].contains(name)
            line.append(UInt8(ascii: ","))
            JSONValue.string(isTaken ? name + "_" : name).write(to: &line)
            line.append(UInt8(ascii: ":"))
            Self.json(value).write(to: &line)
        }
        line += "}\n".utf8
        return line
    }

    /// Time, level, message and `name=value` fields, and a line break.
    var text: [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(Self.usualLength)
        LogTime.write(time, to: &line)
        line.append(UInt8(ascii: " "))
        line += level.rawValue.utf8
        line.append(UInt8(ascii: " "))
        Self.writeEscaped(message, to: &line)
        for (name, value) in fields {
            line.append(UInt8(ascii: " "))
            Self.writeQuoted(name, to: &line)
            line.append(UInt8(ascii: "="))
            Self.write(value, to: &line)
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The bytes that most lines fit in.
    private static let usualLength = 512

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

    private static func write(_ value: Logger.MetadataValue, to line: inout [UInt8]) {
        switch value {
        case .string(let text):
            writeQuoted(text, to: &line)
        case .stringConvertible(let other):
            writeQuoted(other.description, to: &line)
        case .array(let values):
            line.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { line.append(UInt8(ascii: ",")) }
                write(value, to: &line)
            }
            line.append(UInt8(ascii: "]"))
        case .dictionary(let members):
            line.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { line.append(UInt8(ascii: ",")) }
                writeQuoted(member.key, to: &line)
                line.append(UInt8(ascii: ":"))
                write(member.value, to: &line)
            }
            line.append(UInt8(ascii: "}"))
        }
    }

    /// A value in quotation marks when its end could be mistaken.
    private static func writeQuoted(_ text: String, to line: inout [UInt8]) {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x21, 0x23...0x3c, 0x3e...0x5a, 0x5e...0x7a: true
                default: false
                }
            }
        if isPlain {
            line += text.utf8
            return
        }
        line.append(UInt8(ascii: "\""))
        writeEscaped(text, quotationMarks: true, to: &line)
        line.append(UInt8(ascii: "\""))
    }

    /// A text with nothing in it that ends a line, or acts on a terminal or on the order of reading.
    private static func writeEscaped(
        _ text: String,
        quotationMarks: Bool = false,
        to line: inout [UInt8]
    ) {
        let isHarmless = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\\")
                && !(quotationMarks && byte == UInt8(ascii: "\""))
        }
        if isHarmless {
            line += text.utf8
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16))}".utf8
            // Foreign: Unicode.GeneralCategory
            default:
                if scalar == "\\" || quotationMarks && scalar == "\"" {
                    line.append(UInt8(ascii: "\\"))
                }
                line += String(scalar).utf8
            }
        }
    }
}
