// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@testable import Service

@Suite
struct DigestFieldTests {
    private let digest = Digest(of: Array("hello".utf8))

    @Test
    func `reads the algorithms that are known and passes over the rest`() throws {
        let field = try #require(
            DigestField("md5=:AAAA:, sha-256=\(":" + digest.base64 + ":"), unixsum=:AA==:;x=1")
        )
        #expect(field.digests == [.sha256: digest.bytes])
    }

    @Test(arguments: [
        "sha-256", "sha-256=abc", "sha-256=:AAAA:", "sha-256=\"x\"", "sha-256=(:AAAA:)",
        "sha-256=:****:", "sha-256=1", "=", "sha-512=:AAAA:", "SHA-256=:AAAA:",
    ])
    func `refuses what is no dictionary of digests`(value: String) {
        #expect(DigestField(value) == nil)
    }
}

@Suite
struct RequestIdentifierTests {
    @Test(arguments: ["a", "b2f7-1_x.~", String(repeating: "x", count: 128)])
    func `takes over a harmless name`(value: String) {
        #expect(RequestIdentifier.make(from: value) == value)
    }

    @Test(arguments: [nil, "", "a b", "a\nb", "é", "a\"b", String(repeating: "x", count: 129)])
    func `makes a name instead of a doubtful one`(value: String?) {
        let made = RequestIdentifier.make(from: value)
        #expect(made != value)
        #expect(made.utf8.count == 32)
        #expect(made != RequestIdentifier.make(from: value))
    }

    @Test
    func `continues a trace that is well formed and no other`() throws {
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        for field in [trace, "cc" + trace.dropFirst(2), "cc" + trace.dropFirst(2) + "-later"] {
            let own = try #require(TraceParent(field))
            #expect(own.caller == "00f067aa0ba902b7")
            let pattern = /00-4bf92f3577b34da6a3ce929d0e0e4736-([0-9a-f]{16})-01/
            let span = try #require(own.value.wholeMatch(of: pattern)).1
            #expect(span != "00f067aa0ba902b7")
            #expect(TraceParent(field)?.value != own.value)
        }
        for broken in [
            nil, "", trace + "0", trace + "-0", trace.uppercased(), "ff" + trace.dropFirst(2),
            "cc" + trace.dropFirst(2) + "0",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
        ] {
            #expect(TraceParent(broken) == nil)
        }
    }
}

@Suite
struct ParameterizedValueTests {
    @Test
    func `reads parameters, quoted and bare`() throws {
        let value = try #require(
            ParameterizedValue("Multipart/Form-Data; Boundary=\"a; \\\"b\"; charset=utf-8")
        )
        #expect(value.value == "multipart/form-data")
        #expect(value.parameters == ["boundary": "a; \"b", "charset": "utf-8"])
    }

    @Test(arguments: [
        "", ";", "a b", "a/b; x", "a/b; x=\"1", "a/b; x=1; x=2", "a/b; x=\"1\"2", "a/b; =1",
        "a/b; x=(", "a/b; x=\"\u{1}\"",
    ])
    func `refuses what the grammar does not know`(text: String) {
        #expect(ParameterizedValue(text) == nil)
    }
}
