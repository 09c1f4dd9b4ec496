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
            guard let value = Self.value(of: rest.prefix(2)) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Decodes the escapes of unreserved characters in a path, and leaves all other escapes.
    ///
    /// Paths that differ only in such escapes name one resource, and the result decodes to the same text as the
    /// path. A path with a broken escape is returned as it is, so that no escape is made of the rest of another.
    ///
    /// Reference: RFC 3986, section 6.2.2.2.
    package static func normalized(_ path: Substring) -> Substring {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
        var result = ""
        var rest = path.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.unicodeScalars.append(Unicode.Scalar(byte))
                continue
            }
            guard let value = Self.value(of: rest.prefix(2)) else { return path }
            if isUnreserved(value) {
                result.unicodeScalars.append(Unicode.Scalar(value))
            } else {
                result += "%" + String(Substring(rest.prefix(2)))
            }
            rest = rest.dropFirst(2)
        }
        return result[...]
    }

    /// Returns the byte that two hexadecimal digits name; nil for other texts.
    private static func value(of digits: Substring.UTF8View) -> UInt8? {
        let text = Substring(digits)
        guard text.count == 2, text.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(text, radix: 16)
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
