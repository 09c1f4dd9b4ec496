// SPDX-License-Identifier: Apache-2.0

/// A JSON value whose members keep their order.
///
/// Reference: RFC 8259.
enum JSONValue: Sendable {
    case string(String)
    case integer(Int)
    /// A finite number.
    case number(Double)
    case boolean(Bool)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])
    case null

    /// The JSON text in UTF-8, without white space.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The JSON text as a document, which ends with a line feed.
    var document: [UInt8] { bytes + [UInt8(ascii: "\n")] }

    /// Appends the JSON text to bytes.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text): Self.write(text, to: &bytes)
        case .integer(let number): bytes += String(number).utf8
        case .number(let number): bytes += String(number).utf8
        case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The ASCII characters that need no escape in a JSON string.
    private static let plain = ByteSet { byte in
        byte >= 0x20 && byte != 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        if plain.containsAll(text) {
            bytes.append(contentsOf: text.utf8.span)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7f:
                let digits = String(byte, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            default: bytes.append(byte)
            }
        }
    }
}
