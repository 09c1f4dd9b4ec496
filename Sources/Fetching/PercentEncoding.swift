// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding of URLs in one normalized form: only unreserved characters stay, and digits are
/// in upper case.
///
/// Reference: RFC 3986, section 2; AWS, Signature Version 4 for S3, `UriEncode`.
package enum PercentEncoding {
    /// Percent-encodes a text in UTF-8, optionally except for slashes.
    package static func encoded(_ text: String, keepsSlashes: Bool = false) -> String {
        var result = ""
        for byte in text.utf8 {
            if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// Decodes a percent-encoded text; nil if it is invalid.
    package static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.count == 2,
                digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether a byte is one of the unreserved characters, never encoded.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // Foreign: all other bytes.
        default: "-._~".utf8.contains(byte)
        }
    }
}
