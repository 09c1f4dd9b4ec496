// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

/// Writes down what the parser says.
private struct Recorder: MultipartReceiver {
    var parts: [(name: String, filename: String?, content: String)] = []
    var openParts = 0

    typealias Failure = MultipartError

    static func failure(_ error: MultipartError) -> MultipartError { error }

    mutating func begin(_ part: MultipartPart) {
        parts.append((part.name, part.filename, ""))
        openParts += 1
    }

    mutating func receive(_ bytes: Span<UInt8>) {
        precondition(!bytes.isEmpty, "a piece of nothing")
        var content: [UInt8] = []
        for index in bytes.indices { content.append(bytes[index]) }
        parts[parts.count - 1].content += String(decoding: content, as: UTF8.self)
    }

    mutating func endPart() { openParts -= 1 }
}

@Suite
struct MultipartParserTests {
    private static let head = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"

    private static let faults: [(String, MultipartError)] = [
        (" --XX\r\n", MultipartError.missingFirstBoundary),
        ("\n--XX\r\n", .missingFirstBoundary), ("\r--XX\r\n", .missingFirstBoundary),
        (
            String(repeating: "-", count: MultipartParser.marginLimit + 1) + "\r\n--XX\r\n",
            .missingFirstBoundary
        ),
        ("preamble--XX\r\n", .missingFirstBoundary),
        ("--XY\r\n", .missingFirstBoundary),
        ("--XX\n", .badBoundaryLine),
        ("--XXX\r\n", .badBoundaryLine),
        ("--XX-\r\n", .badBoundaryLine),
        ("--XX\r\r\n", .badBoundaryLine),
        ("--XX\(String(repeating: " ", count: 65))\r\n", .badBoundaryLine),
        ("--XX\r\n\r\n", .unnamedPart),
        ("--XX\r\nContent-Disposition: form-data\r\n\r\n", .unnamedPart),
        ("--XX\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n", .unnamedPart),
        ("--XX\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n", .unnamedPart),
        ("--XX\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n", .unnamedPart),
        ("--XX\r\n\(head.dropLast(2))\(head)", .unnamedPart),
        ("--XX\r\nno colon\r\n\r\n", .badPartHead),
        ("--XX\r\nbad name: x\r\n\r\n", .badPartHead),
        ("--XX\r\na: b\nc: d\r\n\r\n", .badPartHead),
        ("--XX\r\na: b\rc\r\n\r\n", .badPartHead),
        ("--XX\r\nContent-Type: multipart/mixed; boundary=Y\r\n\(head)", .encodedPart),
        ("--XX\r\nContent-Transfer-Encoding: base64\r\n\(head)", .encodedPart),
        ("--XX\r\n\(head)x", .truncated),
        ("--XX\r\n\(head)x\r\n--XX", .truncated),
        ("--XX\r\n\(head)x\r\n--XX-", .truncated),
        ("--XX\r\n\(head)x\r\n--XX--\r", .truncated),
        ("--XX", .truncated), ("--X", .missingFirstBoundary), ("", .missingFirstBoundary),
        ("--XX\r\n\(head)x\r\n--XX--epilogue", .badBoundaryLine),
        ("--XX\r\n\(head)x\r\n--XX--\r\n--XX\r\n\(head)y\r\n--XX--\r\n", .trailingBytes),
        (
            "--XX\r\n\(head)x\r\n--XX--\r\n"
                + String(repeating: "x", count: MultipartParser.marginLimit + 1),
            .trailingBytes
        ),
    ]

    private func parse(_ body: String, boundary: String = "XX", step: Int) throws -> Recorder {
        var parser = try MultipartParser(boundary: boundary)
        var recorder = Recorder()
        let bytes = Array(body.utf8)
        var start = 0
        while start < bytes.count {
            let end = min(start + step, bytes.count)
            try parser.consume(Array(bytes[start..<end]).span, into: &recorder)
            start = end
        }
        try parser.finish()
        return recorder
    }

    @Test(arguments: [
        "plain", "", "\r\n", "\r", "\n", "-", "--", "--X", "\r\n--X", "\r\r\n--X\r\n--",
        "\r\n--\r\n--X",
        "XX", "a\r\n--Xb\r\n-\r\n--X", "\r\n\r\n", "--\r\n--X",
    ])
    func `gives the content of parts however the bytes are split`(content: String) throws {
        let body =
            "--XX\r\n" + Self.head + content + "\r\n--XX  \t\r\n"
            + "content-disposition: form-data; name=b; filename=\"f.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n" + content + "\r\n--XX--\r\n"
        for step in 1...body.utf8.count {
            let recorder = try parse(body, step: step)
            #expect(recorder.parts.map(\.name) == ["a", "b"])
            #expect(recorder.parts.map(\.filename) == [nil, "f.jpg"])
            #expect(recorder.parts.map(\.content) == [content, content])
            #expect(recorder.openParts == 0)
        }
    }

    // RFC 2046, section 5.1.1, has the example of a preamble and an epilogue.
    @Test(arguments: [
        "This is the preamble.  It is to be ignored.\r\n\r\n", "\r\n", "--X\r\n", "\r\r\n",
        String(repeating: "-", count: MultipartParser.marginLimit - 2) + "\r\n",
    ])
    func `ignores a preamble and an epilogue, however they are split`(text: String) throws {
        let body = text + "--XX\r\n" + Self.head + "content\r\n--XX--\r\n" + text
        for step in [1, 2, 3, 5, 7, body.utf8.count] {
            let recorder = try parse(body, step: step)
            #expect(recorder.parts.map(\.content) == ["content"])
        }
    }

    @Test(arguments: 1...40)
    func `takes a boundary right after the head for the end of an empty part`(step: Int) throws {
        let recorder = try parse("--XX\r\n" + Self.head + "--XX--", step: step)
        #expect(recorder.parts.map(\.content) == [""])
    }

    @Test(arguments: faults)
    func `refuses what breaks the rules, however it is split`(
        body: String,
        expected: MultipartError
    ) {
        for step in [1, 2, 3, 7, 1000] {
            #expect(throws: expected) { try parse(body, step: step) }
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `takes empty lines before the first boundary and after the last`(step: Int) throws {
        for (before, after) in [("\r\n", ""), ("\r\n\r\n", "\r\n"), ("", "\r\n\r\n")] {
            let body = "\(before)--XX\r\n\(Self.head)\r\n1\r\n\r\n--XX--\r\n\(after)"
            #expect(try parse(body, step: step).parts.map(\.content) == ["\r\n1\r\n"])
        }
    }

    private static func part(named filename: [UInt8]) throws -> MultipartPart {
        let before = Array("content-disposition: form-data; name=\"image\"; filename=\"".utf8)
        return try MultipartPart(head: before + filename + Array("\"\r\nX: y\r\n".utf8))
    }

    @Test(
        arguments: [
            // été.jpg, ÿ and É in Latin-1.
            [0xe9, 0x74, 0xe9, 0x2e, 0x6a, 0x70, 0x67], [0xff], [0xc9],
            // 表.jpg, and 表 at the end: its second byte is a backslash. ソ and 能 likewise.
            [0x95, 0x5c, 0x2e, 0x6a, 0x70, 0x67], [0x61, 0x95, 0x5c], [0x83, 0x5c], [0x94, 0x5c],
            // ｱ, a single byte in Shift_JIS.
            [0xb1, 0x2e, 0x6a, 0x70, 0x67],
        ] as [[UInt8]]
    )
    func `takes file names in Latin-1 and Shift_JIS`(filename: [UInt8]) throws {
        let part = try Self.part(named: filename)
        #expect(part.name == "image")
        #expect(part.filename?.isEmpty == false)
    }

    @Test
    func `takes file names in UTF-8 as they are`() throws {
        let name = "表 été \"a\"\\"
        let escaped = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        #expect(try Self.part(named: Array(escaped.utf8)).filename == name)
    }

    @Test
    func `accepts a part's head as long as the limit and no longer`() throws {
        let limit = MultipartParser.headLimit
        let filler = "x: \r\n"
        let most = String(repeating: "y", count: limit - Self.head.utf8.count - filler.utf8.count)
        let body = "--XX\r\nx: \(most)\r\n" + Self.head + "1\r\n--XX--"
        #expect(try parse(body, step: 100).parts.map(\.content) == ["1"])
        #expect(throws: MultipartError.partHeadTooLong) {
            try parse("--XX\r\nx: y\(most)\r\n" + Self.head + "1\r\n--XX--", step: 100)
        }
    }

    @Test
    func `accepts as many parts as the limit and no more`() throws {
        let limit = MultipartParser.partLimit
        let part = "--XX\r\n" + Self.head + "1\r\n"
        let most = String(repeating: part, count: limit)
        #expect(try parse(most + "--XX--", step: 100).parts.count == limit)
        #expect(throws: MultipartError.tooManyParts) { try parse(most + part, step: 100) }
    }

    @Test(arguments: ["a", "a b", "'()+_,-./:=?", String(repeating: "b", count: 70)])
    func `accepts the boundaries that are allowed`(boundary: String) throws {
        let body = "--\(boundary)\r\n" + Self.head + "1\r\n--\(boundary)--"
        #expect(try parse(body, boundary: boundary, step: 3).parts.count == 1)
    }

    @Test(arguments: [nil, "", "a ", "a\"", "é", "a\r\n", String(repeating: "b", count: 71)])
    func `refuses the boundaries that are not`(boundary: String?) {
        #expect(throws: MultipartError.badBoundary) { try MultipartParser(boundary: boundary) }
    }
}
