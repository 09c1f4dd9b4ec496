// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import HTTPServer

@Suite struct HeadMemoryTests {
    private static func head(_ path: String) -> RequestHead {
        RequestHead(
            request: HTTPRequest(method: .get, scheme: "http", authority: "a", path: path),
            bodyLength: .none,
            isOldVersion: false,
            wantsKeepAlive: true,
            expectsContinue: false
        )
    }

    private static func text(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    private static func bytes(_ path: String) -> [UInt8] {
        Array(text(path).utf8)
    }

    private static func memory(of paths: [String]) -> HeadMemory {
        var memory = HeadMemory()
        for (index, path) in paths.enumerated() {
            let bytes = bytes(path)
            memory.keep(head(path), Count(index), bytes.span, 0..<bytes.count)
        }
        return memory
    }

    private static func path(_ entry: HeadMemory.Entry?) -> String? {
        entry?.head.request.path
    }

    @Test func `finds a head wherever it begins, whatever follows`() {
        let (_, other) = apart { (Self.text("/a"), Self.text("/b\($0)")) }
        let paths = ["/a", String(other.split(separator: " ")[1])]
        let memory = Self.memory(of: paths)
        let before = Array("body".utf8)
        for (index, path) in paths.enumerated() {
            let input = before + Self.bytes(path) + Array("GET /c".utf8)
            let entry = memory.find(input.span, at: before.count)
            #expect(Self.path(entry) == path)
            #expect((entry?.note as? Count)?.value == index)
        }
    }

    @Test func `finds nothing when any byte differs or is missing`() {
        let memory = Self.memory(of: ["/some/longer/target?with=parameters"])
        let bytes = Self.bytes("/some/longer/target?with=parameters")
        #expect(memory.find(bytes.span, at: 0) != nil)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 0x20
            #expect(memory.find(other.span, at: 0) == nil, "byte \(index)")
            #expect(memory.find(Array(bytes.prefix(index)).span, at: 0) == nil)
            #expect(index == 0 || memory.find(bytes.span, at: index) == nil)
        }
    }

    @Test func `takes a newer note of the same head`() {
        let memory = Self.memory(of: ["/a", "/a"])
        let entry = memory.find(Self.bytes("/a").span, at: 0)
        #expect((entry?.note as? Count)?.value == 1)
    }

    @Test func `holds a bounded number, each found as itself or not at all`() {
        let paths = (0..<1_000).map { "/\($0)" }
        let memory = Self.memory(of: paths)
        let found = paths.filter { path in
            guard let entry = memory.find(Self.bytes(path).span, at: 0) else { return false }
            #expect(Self.path(entry) == path)
            return true
        }
        #expect((1...HeadMemory.capacity).contains(found.count))
        #expect(found.last == paths.last)
    }

    @Test func `keeps no head that is longer than its limit`() {
        let frame = Self.bytes("").count
        for (length, isKept) in [
            (HeadMemory.maximumLength, true), (HeadMemory.maximumLength + 1, false),
        ] {
            let path = "/" + String(repeating: "a", count: length - frame - 1)
            #expect(Self.bytes(path).count == length)
            #expect((Self.memory(of: [path]).find(Self.bytes(path).span, at: 0) != nil) == isKept)
        }
    }

    @Test func `keeps no head with an empty line before it`() {
        let bytes = Array("\r\n\r\n".utf8) + Self.bytes("/a")
        var memory = HeadMemory()
        memory.keep(Self.head("/a"), Count(0), bytes.span, 0..<bytes.count)
        #expect(memory.find(bytes.span, at: 0) == nil)
        #expect(memory.find(bytes.span, at: 4) == nil)
    }
}
