// SPDX-License-Identifier: Apache-2.0

import Logging

/// Formats the values of log lines in text form.
enum LogText {
    /// The bytes that text values may have without quotation marks.
    private static let plain = ByteSet { byte in
        harmless.contains(byte) && byte > 0x20 && !"\"=[]{|}~".utf8.contains(byte)
    }
    /// The bytes of texts outside of quotation marks that need no escape.
    private static let harmless = ByteSet { byte in
        byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\\")
    }
    /// The bytes of texts between quotation marks that need no escape.
    private static let quotable = ByteSet { byte in
        harmless.contains(byte) && byte != UInt8(ascii: "\"")
    }

    /// Writes the value of a log field of any type.
    static func write(_ value: Logger.MetadataValue, to line: inout [UInt8]) {
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

    /// Writes a text, in quotation marks where its end would be ambiguous.
    static func writeQuoted(_ text: String, to line: inout [UInt8]) {
        if !text.isEmpty, plain.containsAll(text) {
            line.append(contentsOf: text.utf8.span)
            return
        }
        line.append(UInt8(ascii: "\""))
        writeEscaped(text, quotationMarks: true, to: &line)
        line.append(UInt8(ascii: "\""))
    }

    /// Writes a text with escapes for line breaks, control characters and marks of text direction.
    static func writeEscaped(
        _ text: String,
        quotationMarks: Bool = false,
        to line: inout [UInt8]
    ) {
        if (quotationMarks ? quotable : harmless).containsAll(text) {
            line.append(contentsOf: text.utf8.span)
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
