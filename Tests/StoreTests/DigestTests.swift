// SPDX-License-Identifier: Apache-2.0

import Store
import Testing

@Suite struct DigestTests {
    /// Messages with digests that `sha256sum` prints.
    static let known = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test(arguments: known)
    func `is SHA-256 in lowercase hexadecimal`(message: String, hex: String) {
        let digest = Digest(of: Array(message.utf8))
        #expect(digest.hex == hex)
        #expect("\(digest)" == hex)
    }

    @Test func `is written in base64 as openssl does`() {
        let digest = Digest(of: Array("abc".utf8))
        #expect(digest.base64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }

    @Test(arguments: known)
    func `comes back from its hexadecimal text and its bytes`(message: String, hex: String) {
        let digest = Digest(of: Array(message.utf8))
        #expect(Digest(hex: hex) == digest)
        #expect(Digest(bytes: digest.bytes) == digest)
        #expect(digest.bytes.count == Digest.byteCount)
    }

    @Test(arguments: [
        "", "ba7816bf", String(repeating: "a", count: 63), String(repeating: "a", count: 65),
        String(repeating: "A", count: 64), String(repeating: "g", count: 64),
        "0x" + String(repeating: "a", count: 62), " " + String(repeating: "a", count: 63),
        String(repeating: "a", count: 62) + "\u{e9}", String(repeating: "\u{661}", count: 32),
    ])
    func `refuses a text that is not sixty-four lowercase digits`(text: String) {
        #expect(Digest(hex: text) == nil)
    }

    @Test(arguments: [0, 31, 33])
    func `refuses another number of bytes`(count: Int) {
        #expect(Digest(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(arguments: [1, 2, 63, 64, 65, 1000])
    func `is the same however the bytes are split`(step: Int) {
        let bytes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hasher = DigestHasher()
        for start in stride(from: 0, to: bytes.count, by: step) {
            hasher.update(bytes.span.extracting(start..<min(start + step, bytes.count)))
        }
        #expect(hasher.finish() == Digest(of: bytes))
    }

    @Test func `differs when one bit does`() {
        var bytes = [UInt8](repeating: 0, count: 100)
        let digest = Digest(of: bytes)
        bytes[99] = 1
        #expect(Digest(of: bytes) != digest)
    }
}
