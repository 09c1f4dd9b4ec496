// SPDX-License-Identifier: Apache-2.0

import Service
import Testing

@Suite
struct FormEncodingTests {
    @Test(arguments: [
        ("", [:]),
        ("blur=20&saturate=1.8", ["blur": "20", "saturate": "1.8"]),
        ("blur=20&&saturate=1.8&", ["blur": "20", "saturate": "1.8"]),
        ("background=%23fff", ["background": "#fff"]),
        ("a%20b=c+d%2B", ["a b": "c d+"]),
        ("a", ["a": ""]),
        ("a=b=c", ["a": "b=c"]),
        ("=x", ["": "x"]),
        ("name=%C3%A9", ["name": "é"]),
    ])
    func `reads pairs`(query: String, expected: [String: String]) throws {
        let pairs = try FormEncoding.pairs(in: query)
        #expect(Dictionary(pairs) { $1 } == expected)
    }

    @Test(arguments: [
        "a=%", "a=%2", "a=%zz", "a=%2g", "a=%+2", "%=1", "a=%ff", "a=%C3", "a=%C0%80",
        "a=%ED%A0%80",
    ])
    func `refuses a broken escape and what is not UTF-8`(query: String) {
        #expect(throws: ParameterError.self) { try FormEncoding.pairs(in: query) }
    }

    @Test
    func `names the parameter whose escape is broken`() {
        #expect(throws: ParameterError.malformedEncoding(name: "blur")) {
            try FormEncoding.pairs(in: "saturate=1&blur=%zz")
        }
    }

    @Test
    func `accepts as many pairs as the limit and no more`() throws {
        let limit = FormEncoding.pairLimit
        let most = Array(repeating: "a=1", count: limit).joined(separator: "&")
        #expect(try FormEncoding.pairs(in: most).count == limit)
        #expect(throws: ParameterError.tooMany(limit: limit)) {
            try FormEncoding.pairs(in: most + "&a=1")
        }
    }
}
