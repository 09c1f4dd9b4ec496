// SPDX-License-Identifier: Apache-2.0

/// The head of one part of a form.
struct MultipartPart: Hashable, Sendable {
    /// The name of the form field.
    let name: String

    /// The file name that the part states; nil for none.
    let filename: String?

    /// Parses the lines of a part's head, each ending in CR LF, without the empty line.
    ///
    /// Reference: RFC 7578, sections 4.2 to 4.8.
    init(head: [UInt8]) throws(MultipartError) {
        var disposition: ParameterizedValue?
        for (name, value) in try Self.fields(in: head) {
            switch name {
            case "content-disposition":
                guard disposition == nil else { throw .unnamedPart }
                guard let read = ParameterizedValue(value) else { throw .unnamedPart }
                disposition = read
            case "content-type":
                guard !value.lowercased().hasPrefix("multipart/") else { throw .encodedPart }
            case "content-transfer-encoding":
                guard ["binary", "8bit", "7bit"].contains(value.lowercased()) else {
                    throw .encodedPart
                }
            default: break
            }
        }
        guard let disposition, disposition.value == "form-data",
            let name = disposition.parameters["name"], !name.isEmpty
        else { throw .unnamedPart }
        self.name = name
        filename = disposition.parameters["filename"] ?? disposition.parameters["filename*"]
    }

    private static func fields(
        in head: [UInt8]
    ) throws(MultipartError) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var rest = head[...]
        while let end = rest.firstIndex(of: 0x0d) {
            guard end + 1 < rest.endIndex, rest[end + 1] == 0x0a else { throw .badPartHead }
            let line = rest[..<end]
            rest = rest[(end + 2)...]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.contains(0x0a),
                !line.contains(0), let name = String(validating: line[..<colon], as: UTF8.self),
                FieldSyntax.isToken(name)
            else { throw .badPartHead }
            let value = text(line[(colon + 1)...])
            fields.append((name.lowercased(), String(FieldSyntax.trim(value[...]))))
        }
        guard rest.isEmpty else { throw .badPartHead }
        return fields
    }

    /// The value of a field in a part's head as text; most forms are in UTF-8.
    ///
    /// A form in another encoding has its file names in that. All that matters here is the ASCII between them,
    /// so other characters are replaced. In Shift_JIS the second byte of a character may be one of ASCII, such
    /// as a backslash, and must not be taken for it.
    ///
    /// Reference: Encoding Standard, section 12.3.1, for the bytes of Shift_JIS.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            text.append(UInt8(ascii: "?"))
            let isLead = (0x81...0x9f).contains(byte) || (0xe0...0xfc).contains(byte)
            if isLead, let next = rest.first, (0x40...0xfc).contains(next), next != 0x7f {
                rest.removeFirst()
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
