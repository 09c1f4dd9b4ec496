// SPDX-License-Identifier: Apache-2.0

/// Bytes as lowercase hexadecimal digits, two each.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Formats bytes, the most significant digit of each first.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
