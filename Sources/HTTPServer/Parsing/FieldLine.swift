// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The ranges of name and value in a header field line.
///
/// Reference: RFC 9112, section 5. The line reader has refused control characters before.
struct FieldLine {
    /// The range of the field name in the line.
    let name: Range<Int>
    /// The range of the field value in the line, without surrounding white space.
    let value: Range<Int>

    init(_ line: Span<UInt8>) throws(HTTPFault) {
        guard !line.isEmpty, !ASCII.isBlank(line[0]) else { throw .badRequest(.foldedField) }
        guard let colon = line.firstIndex(of: ASCII.colon) else {
            throw .badRequest(.missingColon)
        }
        name = 0..<colon
        guard colon > 0, line.allIn(ASCII.token, name) else {
            throw .badRequest(.invalidFieldName)
        }
        value = line.trimmed(colon + 1..<line.count)
    }

    /// Converts the line to the field type that handlers use.
    func field(in line: Span<UInt8>) throws(HTTPFault) -> HTTPField {
        guard let text = line.text(name), let name = HTTPField.Name(text) else {
            throw .badRequest(.invalidFieldName)
        }
        if let text = line.text(value) { return HTTPField(name: name, value: text) }
        return HTTPField(name: name, value: line.octets(value))
    }
}

extension Span<UInt8> {
    /// The ranges of the members of a comma-separated list, trimmed; empty members are omitted.
    func members(_ range: Range<Int>) -> [Range<Int>] {
        var members: [Range<Int>] = []
        var start = range.lowerBound
        while start <= range.upperBound {
            var end = start
            while end < range.upperBound, self[end] != ASCII.comma { end += 1 }
            let member = trimmed(start..<end)
            if !member.isEmpty { members.append(member) }
            start = end + 1
        }
        return members
    }
}
