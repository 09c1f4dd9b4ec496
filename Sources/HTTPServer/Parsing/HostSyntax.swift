// SPDX-License-Identifier: Apache-2.0

/// The syntax of `Host` and of a request target's authority: a host and an optional port.
///
/// Reference: RFC 9110, 7.2, and RFC 3986, 3.2.2 and 3.2.3. User information is not part of it.
enum HostSyntax {
    /// Whether a range contains a host and an optional port; false for an empty range.
    static func isValid(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        var end = range.lowerBound
        if text[end] == ASCII.openBracket {
            guard let close = text.firstIndex(of: ASCII.closeBracket, from: end),
                close < range.upperBound, close > end + 1,
                text.allIn(ASCII.addressLiteral, end + 1..<close)
            else { return false }
            end = close + 1
        } else {
            guard let nameEnd = endOfName(text, range) else { return false }
            end = nameEnd
        }
        if end == range.upperBound { return true }
        guard text[end] == ASCII.colon else { return false }
        return isPort(text, end + 1..<range.upperBound)
    }

    /// The end of a registered name at the start of a range; nil for an empty or malformed one.
    private static func endOfName(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var end = range.lowerBound
        while end < range.upperBound, ASCII.hostName.contains(text[end]) {
            if text[end] == ASCII.percent {
                guard end + 2 < range.upperBound, ASCII.hexadecimalValue(text[end + 1]) != nil,
                    ASCII.hexadecimalValue(text[end + 2]) != nil
                else { return nil }
                end += 2
            }
            end += 1
        }
        return end > range.lowerBound ? end : nil
    }

    private static func isPort(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count <= 5 else { return false }
        var port = 0
        for index in range {
            guard ASCII.isDigit(text[index]) else { return false }
            port = port * 10 + Int(text[index] - ASCII.zero)
        }
        return port <= 65_535
    }
}
