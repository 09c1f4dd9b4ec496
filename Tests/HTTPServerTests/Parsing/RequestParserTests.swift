// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct RequestParserTests {
    private static func limits(of file: String) -> HTTPServerConfiguration.Limits {
        var limits = HTTPServerConfiguration.Limits()
        if file == "limits" {
            limits.headBytes = 512
            limits.fieldCount = 8
            limits.targetBytes = 64
        }
        return limits
    }

    @Test func `finds the cases`() {
        #expect(ProtocolCase.all.count > 100)
        #expect(ProtocolCase.all.allSatisfy { !$0.request.isEmpty && !$0.events.isEmpty })
    }

    @Test(arguments: ProtocolCase.all)
    func `makes the events of the case`(_ example: ProtocolCase) {
        let limits = Self.limits(of: example.file)
        let events = ParserTranscript.events(of: example.request, cutAt: [], limits: limits)
        #expect(events == example.events)
    }

    @Test(arguments: ProtocolCase.all)
    func `makes the same events for every split`(_ example: ProtocolCase) {
        let limits = Self.limits(of: example.file)
        let bytes = example.request
        // The middle of a long run of one letter is like any other place in it.
        let step = bytes.count > 1_500 ? 61 : 1
        for cut in stride(from: 1, to: bytes.count, by: step) {
            let events = ParserTranscript.events(of: bytes, cutAt: [cut], limits: limits)
            #expect(events == example.events, "cut at \(cut)")
        }
        let single = ParserTranscript.events(
            of: bytes,
            cutAt: Array(1..<max(1, bytes.count)),
            limits: limits
        )
        #expect(single == example.events, "byte by byte")
    }

    @Test(arguments: 0..<400)
    func `makes the same events of mutated requests for random splits`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            bytes += ProtocolCase.all.randomElement(using: &random)?.request.prefix(700) ?? []
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            default:
                bytes.insert("\r\n \t:,;0aG".utf8.randomElement(using: &random) ?? 0, at: index)
            }
            if bytes.isEmpty { bytes = [13] }
        }
        var limits = HTTPServerConfiguration.Limits()
        limits.headBytes = Int.random(in: 16...600, using: &random)
        limits.targetBytes = Int.random(in: 1...64, using: &random)
        limits.fieldCount = Int.random(in: 0...5, using: &random)
        let whole = ParserTranscript.events(of: bytes, cutAt: [], limits: limits)
        for _ in 0..<8 {
            let cuts = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let events = ParserTranscript.events(of: bytes, cutAt: cuts, limits: limits)
            #expect(events == whole, "seed \(seed), cut at \(cuts): \(Escapes.show(bytes))")
        }
    }

    @Test func `holds no more than the head limit`() {
        var limits = HTTPServerConfiguration.Limits()
        limits.headBytes = 1_000
        var parser = RequestParser(limits: limits)
        let bytes = Array("GET / HTTP/1.1\r\nX: ".utf8) + Array(repeating: 97, count: 2_000)
        var most = 0
        for byte in bytes {
            var offset = 0
            _ = try? parser.next([byte].span, at: &offset)
            most = max(most, parser.bufferedBytes)
        }
        #expect(most > 900)
        #expect(most <= 1_000)
    }

    @Test func `refuses extensions of many chunks that are too long together`() {
        var bytes = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        let chunk = Array("1;\(String(repeating: "x", count: 999))\r\na\r\n".utf8)
        for _ in 0..<17 { bytes += chunk }
        let events = ParserTranscript.events(of: bytes, cutAt: [], limits: .init())
        #expect(events.last == "fault 400 invalidChunkExtension")
        #expect(events.dropLast().last == "body " + String(repeating: "a", count: 16))
    }

    @Test func `counts the bytes of each message`() throws {
        var parser = RequestParser(limits: .init())
        let first = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab".utf8)
        var offset = 0
        #expect(parser.isIdle)
        while let event = try parser.next(first.span, at: &offset), event != .end {}
        #expect(parser.isIdle)
        #expect(parser.lastMessageBytes == first.count)
    }
}
