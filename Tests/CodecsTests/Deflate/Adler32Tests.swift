// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Codecs

@Suite struct Adler32Tests {
    @Test func `knows the sum of a word`() {
        var checksum = Adler32()
        checksum.append(Array("Wikipedia".utf8).span)
        #expect(checksum.value == 0x11E6_0398)
    }

    /// Bytes of 255 are what sums are most likely to overflow by.
    @Test(arguments: [false, true])
    func `vectors give what the specification gives`(isNoise: Bool) {
        var generator = SeededGenerator(seed: 5)
        var fast = Adler32()
        var plain = Adler32()
        for count in [0, 1, 15, 16, 17, 100, 5551, 5552, 5553, 11_104, 65_535, 200_000] {
            let bytes = (0..<count).map { _ in
                isNoise ? UInt8.random(in: 0...255, using: &generator) : 255
            }
            fast.append(bytes.span)
            plain.appendScalars(bytes.span)
            #expect(fast.value == plain.value, "\(count) bytes")
        }
    }
}
