// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// The index of the first occurrence of an octet, at or after a start.
    func firstIndex(of octet: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == octet { return index }
            index += 1
        }
        return nil
    }

    /// Whether all octets in a range belong to a set of characters.
    func allIn(_ members: ASCII.Class, _ range: Range<Int>) -> Bool {
        for index in range where !members.contains(self[index]) { return false }
        return true
    }

    /// Whether the text in a range equals a lowercase text, ignoring ASCII case.
    func equals(_ lowercase: StaticString, in range: Range<Int>) -> Bool {
        equals(Array(lowercase.description.utf8), in: range)
    }

    /// Whether the text in a range equals a lowercase text, ignoring ASCII case.
    func equals(_ lowercase: [UInt8], in range: Range<Int>) -> Bool {
        guard lowercase.count == range.count else { return false }
        for index in 0..<lowercase.count
        where ASCII.lowercased(self[range.lowerBound + index]) != lowercase[index] {
            return false
        }
        return true
    }

    /// The part of a range without spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, ASCII.isBlank(self[lower]) { lower += 1 }
        while lower < upper, ASCII.isBlank(self[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    /// The text in a range; nil if it is not valid UTF-8.
    func text(_ range: Range<Int>) -> String? {
        guard let text = try? UTF8Span(validating: extracting(range)) else { return nil }
        return String(copying: text)
    }

    /// The octets in a range, as an array.
    func octets(_ range: Range<Int>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.append(copying: extracting(range))
        return octets
    }
}
