// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite struct RangeFieldTests {
    private let tag = EntityTag("abc")

    private func part(_ range: String?, if condition: String? = nil, count: Int = 100)
        -> RangeField.Part
    {
        RangeField.part(range, if: condition, tag: tag, count: count)
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-99", 0..<100), ("bytes=10-19", 10..<20),
        ("bytes=90-", 90..<100), ("bytes=90-1000", 90..<100), ("bytes=-1", 99..<100),
        ("bytes=-100", 0..<100), ("bytes=-500", 0..<100), ("Bytes=0-1", 0..<2),
        ("bytes=0-99999999999999999999999", 0..<100), ("bytes= 5 - 6 ", 5..<7),
    ])
    func `finds a single range`(range: String, expected: Range<Int>) {
        #expect(part(range) == .bytes(expected))
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=0-1,5-6",
        "bytes=0--1",
        "lines=0-1", "bytes=+1-2", "bytes 0-1", "bytes=0x0-1",
    ])
    func `takes everything else for no range`(range: String?) {
        #expect(part(range) == .whole)
    }

    @Test(arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999999-"])
    func `finds nothing behind the end`(range: String) {
        #expect(part(range) == .none)
    }

    @Test func `finds nothing of nothing`() {
        #expect(part("bytes=0-", count: 0) == .none)
        #expect(part("bytes=-1", count: 0) == .none)
    }

    @Test func `gives a part of the stated representation only`() {
        #expect(part("bytes=0-1", if: "\"abc\"") == .bytes(0..<2))
        for other in ["\"abd\"", "W/\"abc\"", "abc", "Mon, 23 Nov 2026 14:00:00 GMT", ""] {
            #expect(part("bytes=0-1", if: other) == .whole)
        }
    }
}
