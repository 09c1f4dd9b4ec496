// SPDX-License-Identifier: Apache-2.0

/// The character classes of RFC 9110, RFC 9112 and RFC 3986.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let percent: UInt8 = 0x25
    static let asterisk: UInt8 = 0x2A
    static let comma: UInt8 = 0x2C
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let equals: UInt8 = 0x3D
    static let questionMark: UInt8 = 0x3F
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let delete: UInt8 = 0x7F

    /// A set of ASCII characters, as one bit for each octet below 128.
    struct Class: Sendable {
        private let low: UInt64
        private let high: UInt64

        init(_ members: StaticString, lettersAndDigits: Bool) {
            var low: UInt64 = 0
            var high: UInt64 = 0
            var octets = Array(members.description.utf8)
            if lettersAndDigits {
                octets += Array(0x30...0x39) + Array(0x41...0x5A) + Array(0x61...0x7A)
            }
            for octet in octets {
                if octet < 64 { low |= 1 << UInt64(octet) } else { high |= 1 << UInt64(octet - 64) }
            }
            self.low = low
            self.high = high
        }

        /// Whether an octet is in the set; octets above 127 never are.
        @inline(__always)
        func contains(_ octet: UInt8) -> Bool {
            if octet < 64 { return (low >> UInt64(octet)) & 1 != 0 }
            return octet < 128 && (high >> UInt64(octet - 64)) & 1 != 0
        }
    }

    /// The characters allowed in tokens; RFC 9110, 5.6.2.
    static let token = Class("!#$%&'*+-.^_`|~", lettersAndDigits: true)

    /// The characters allowed in paths; RFC 3986, 3.3.
    ///
    /// Percent signs are not decoded; that is left to the router.
    static let path = Class("/-._~!$&'()*+,;=:@%", lettersAndDigits: true)

    /// The characters accepted in queries: those of RFC 3986, 3.4, and some more.
    ///
    /// Includes characters that browsers do not encode in queries, against the RFC; WHATWG URL, the
    /// query percent-encode set.
    static let query = Class("/?-._~!$&'()*+,;=:@%[]\\^`{|}", lettersAndDigits: true)

    /// The characters allowed in registered names; RFC 3986, 3.2.2.
    static let hostName = Class("-._~!$&'()*+,;=%", lettersAndDigits: true)

    /// The characters allowed in IPv6 addresses.
    static let addressLiteral = Class(":.0123456789abcdefABCDEF", lettersAndDigits: false)

    @inline(__always)
    static func isDigit(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10
    }

    @inline(__always)
    static func isBlank(_ octet: UInt8) -> Bool {
        octet == space || octet == tab
    }

    /// The value of a hexadecimal digit; nil for other octets.
    @inline(__always)
    static func hexadecimalValue(_ octet: UInt8) -> Int? {
        switch octet {
        case 0x30...0x39: Int(octet - 0x30)
        case 0x41...0x46: Int(octet - 0x41 + 10)
        case 0x61...0x66: Int(octet - 0x61 + 10)
        default: nil
        }
    }

    @inline(__always)
    static func lowercased(_ octet: UInt8) -> UInt8 {
        octet &- 0x41 < 26 ? octet | 0x20 : octet
    }
}
