// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization
import Testing

@testable import Service

@Suite struct KeepingTimeTests {
    private func end(_ asked: String?, limit: Duration? = nil) throws -> Int? {
        try KeepingTime.end(asked: asked, limit: limit, now: 1_000)
    }

    @Test func `takes seconds from now on, and dates`() throws {
        #expect(try end("60") == 1_060)
        #expect(try end("@1060") == 1_060)
        #expect(try end(nil) == nil)
        #expect(try end(nil, limit: .seconds(5)) == 1_005)
        #expect(try end("5", limit: .seconds(5)) == 1_005)
        #expect(try end("1", limit: .seconds(5)) == 1_001)
    }

    @Test(arguments: ["", "@", "@@1", "-1", "+1", "1.0", " 1", "1 ", "soon", "1234567890123456"])
    func `refuses other forms`(_ text: String) {
        #expect { try end(text) } throws: { ($0 as? KeepingTime.Fault)?.isMalformed == true }
    }

    @Test(arguments: ["0", "@1000", "@999", "6", "@1006"])
    func `refuses what has passed, or comes later than the operator allows`(_ text: String) {
        #expect { try end(text, limit: .seconds(5)) } throws: {
            ($0 as? KeepingTime.Fault)?.isMalformed == false
        }
    }

    @Test func `writes dates for fields and for JSON`() {
        #expect(KeepingTime.field(1_767_225_600) == "@1767225600")
        #expect(KeepingTime.text(1_767_225_600) == "2026-01-01T00:00:00.000Z")
    }

    @Test func `prolongs and never shortens`() {
        #expect(KeepingTime.longer(1, 2) == 2)
        #expect(KeepingTime.longer(nil, 2) == nil)
        #expect(KeepingTime.longer(1, nil) == nil)
    }
}

@Suite struct SecondRequestsTests {
    private func digest(_ number: Int) -> Digest { Digest(of: Array("\(number)".utf8)) }

    @Test func `knows what was asked for a short time ago, and forgets the rest`() {
        let requests = SecondRequests()
        #expect(!requests.isSecond(digest(0)))
        #expect(requests.isSecond(digest(0)))
        for number in 1...SecondRequests.halfCount { _ = requests.isSecond(digest(number)) }
        #expect(requests.isSecond(digest(0)))
        for number in 1...2 * SecondRequests.halfCount {
            _ = requests.isSecond(digest(1_000_000 + number))
        }
        #expect(!requests.isSecond(digest(0)))
    }

    @Test func `takes the first use once`() {
        let use = FirstUse()
        #expect(use.take())
        #expect(!use.take())
    }
}
