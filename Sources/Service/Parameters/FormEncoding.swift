// SPDX-License-Identifier: Apache-2.0

/// A strict parser of query strings: `application/x-www-form-urlencoded`.
///
/// `+` is a space, as browsers and `curl --data-urlencode` write it. Broken escapes, and text that
/// is not UTF-8, are refused; browsers keep or replace them.
///
/// Reference: URL Standard, section 5.1, with RFC 3986, section 2.1, for escapes.
package enum FormEncoding {
    /// The greatest number of parameters in a query string.
    package static let pairLimit = 64

    /// Splits and decodes a query string, without its `?`.
    ///
    /// - Parameters:
    ///   - query: The bytes after the first `?` of a target; may be empty.
    ///   - plusIsSpace: Whether `+` is a space; otherwise it is itself, as in RFC 3986.
    /// - Returns: Names and values in their order; empty pairs, as in `a=1&&b=2`, are skipped.
    /// - Throws: ``ParameterError/malformedEncoding(name:)``, ``ParameterError/tooMany(limit:)``.
    package static func pairs(
        in query: some StringProtocol,
        plusIsSpace: Bool = true
    ) throws(ParameterError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard pairs.count < pairLimit else { throw .tooMany(limit: pairLimit) }
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let rawName = part[..<(equals ?? part.endIndex)]
            let rawValue = equals.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
            guard let name = decode(rawName, plusIsSpace: plusIsSpace),
                let value = decode(rawValue, plusIsSpace: plusIsSpace)
            else {
                throw .malformedEncoding(name: String(decoding: rawName.prefix(64), as: UTF8.self))
            }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Decodes one name or value; `nil` for a broken escape, or text that is not UTF-8.
    static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = true) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = iterator.next()?.hexDigitValue,
                    let low = iterator.next()?.hexDigitValue
                else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
