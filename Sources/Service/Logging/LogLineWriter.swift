// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging

/// Writes one log line as bytes: time, level, message, then the fields in the order of the calls.
///
/// In text, a field is `name=value`; in JSON, the line is one object.
struct LogLineWriter {
    /// The initial capacity of the buffer, enough for most lines, in bytes.
    private static let usualLength = 512
    /// The names of a JSON line's own members, which fields cannot have.
    private static let ownNames = ["time", "level", "message"]

    private let format: Configuration.LogFormat
    private var bytes: [UInt8] = []

    /// Begins a line with its time, level and message.
    init(
        _ format: Configuration.LogFormat,
        time: Date = .now,
        level: Logger.Level,
        message: String
    ) {
        self.format = format
        bytes.reserveCapacity(Self.usualLength)
        switch format {
        case .text:
            LogTime.write(time, to: &bytes)
            bytes.append(UInt8(ascii: " "))
            bytes += level.rawValue.utf8
            bytes.append(UInt8(ascii: " "))
            LogText.writeEscaped(message, to: &bytes)
        case .json:
            bytes += "{\"time\":\"".utf8
            LogTime.write(time, to: &bytes)
            bytes += "\",\"level\":".utf8
            JSONValue.string(level.rawValue).write(to: &bytes)
            bytes += ",\"message\":".utf8
            JSONValue.string(message).write(to: &bytes)
        }
    }

    /// Adds a text field, whose name consists of letters, digits and `_`.
    mutating func add(_ name: String, _ text: String) {
        begin(name)
        switch format {
        case .text: LogText.writeQuoted(text, to: &bytes)
        case .json: JSONValue.string(text).write(to: &bytes)
        }
    }

    /// Adds an integer field, whose name consists of letters, digits and `_`.
    mutating func add(_ name: String, _ number: Int) {
        begin(name)
        bytes.append(contentsOf: String(number).utf8.span)
    }

    /// Adds a field with a finite number, whose name consists of letters, digits and `_`.
    mutating func add(_ name: String, _ number: Double) {
        precondition(number.isFinite, "JSON has no such number")
        begin(name)
        bytes.append(contentsOf: String(number).utf8.span)
    }

    /// Adds a field with a decimal number of at least 0, given as a number of thousandths.
    mutating func add(_ name: String, thousandths: Int64) {
        begin(name)
        bytes.append(contentsOf: String(thousandths / 1000).utf8.span)
        bytes.append(UInt8(ascii: "."))
        var rest = thousandths % 1000
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / 100))
            rest = rest % 100 * 10
        } while rest > 0
    }

    /// Adds a field with any name and value; in JSON, a reserved name gets an underscore.
    mutating func add(_ name: String, _ value: Logger.MetadataValue) {
        switch format {
        case .text:
            bytes.append(UInt8(ascii: " "))
            LogText.writeQuoted(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            LogText.write(value, to: &bytes)
        case .json:
            bytes.append(UInt8(ascii: ","))
            let isTaken = Self.ownNames.contains(name)
            JSONValue.string(isTaken ? name + "_" : name).write(to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONValue(value).write(to: &bytes)
        }
    }

    /// Ends the line, and returns its bytes.
    ///
    /// - Returns: The bytes, line break included.
    consuming func end() -> [UInt8] {
        switch format {
        case .text: break
        case .json: bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Writes the beginning of a field, up to its value; the name needs no escapes.
    private mutating func begin(_ name: String) {
        switch format {
        case .text:
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: name.utf8.span)
            bytes.append(UInt8(ascii: "="))
        case .json:
            bytes += [UInt8(ascii: ","), UInt8(ascii: "\"")]
            bytes.append(contentsOf: name.utf8.span)
            bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
        }
    }
}

extension JSONValue {
    /// Creates a JSON value from the value of a log field.
    fileprivate init(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .stringConvertible(let number as Int): self = .integer(number)
        case .stringConvertible(let number as Double) where number.isFinite:
            self = .number(number)
        case .stringConvertible(let flag as Bool): self = .boolean(flag)
        case .stringConvertible(let other): self = .string(other.description)
        case .array(let values): self = .array(values.map { JSONValue($0) })
        case .dictionary(let members):
            self = .object(
                members.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }
            )
        }
    }
}
