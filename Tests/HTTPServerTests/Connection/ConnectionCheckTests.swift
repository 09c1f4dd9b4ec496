// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct ConnectionCheckTests {
    /// Some requests of the cases one behind the other, with a few bytes changed.
    static func input(_ random: inout SeededGenerator) -> [UInt8] {
        var input = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            input += ProtocolCase.all.randomElement(using: &random)?.request.prefix(700) ?? []
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let index = Int.random(in: 8..<input.count, using: &random)
            input[index] = UInt8.random(in: 0...255, using: &random)
        }
        return input
    }

    @Test(arguments: 0..<100)
    func `holds whatever arrives`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let input = Self.input(&random)
            do {
                try ConnectionCheck.run(input)
            } catch {
                Issue.record("\(error.rule), seed \(seed): \(input)")
                return
            }
        }
    }

    @Test func `holds for requests that are well formed`() {
        let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        let chunks =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\nhello\r\n0\r\n\r\n"
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            var input = (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
            for _ in 0..<5 {
                input += ([get, post, chunks].randomElement(using: &random) ?? get).utf8
            }
            do {
                try ConnectionCheck.run(input)
            } catch {
                Issue.record("\(error.rule): \(input)")
                return
            }
        }
    }
}
