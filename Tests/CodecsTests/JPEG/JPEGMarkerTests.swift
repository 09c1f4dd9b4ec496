// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Codecs

@Suite struct JPEGMarkerTests {
    /// The rule in plain words.
    private func offset(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.indices.dropFirst(start).first { index in
            bytes[index] == 0xFF && (index + 1 == bytes.count || bytes[index + 1] != 0)
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 66, 127, 128, 129, 300])
    func `finds a marker at every place, and no stuffed byte`(count: Int) {
        for place in 0..<count {
            // Stuffed bytes everywhere, so that the pair lies across the bounds of blocks as well.
            for parity in 0...1 {
                var bytes = (0..<count).map { ($0 + parity).isMultiple(of: 2) ? 0xFF : 0 as UInt8 }
                bytes[place] = 0xFF
                if place + 1 < count { bytes[place + 1] = 0xD9 }
                for start in [0, place, place + 1] where start < count {
                    let found = bytes.span.markerOffset(from: start)
                    #expect(found == offset(in: bytes, from: start), "\(place) \(parity) \(start)")
                }
            }
        }
    }

    @Test func `finds nothing where nothing is`() {
        #expect([UInt8](repeating: 0, count: 500).span.markerOffset(from: 0) == nil)
        #expect([UInt8]().span.markerOffset(from: 0) == nil)
        #expect([0xFF].span.markerOffset(from: 1) == nil)
        #expect([0xFF].span.markerOffset(from: 0) == 0)
    }

    @Test(arguments: 0..<200)
    func `finds what the rule says in random bytes`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let values: [UInt8] = [0, 0, 0, 0xFF, 0xD9, 0x17]
        let bytes = (0..<Int.random(in: 1...400, using: &generator)).map { _ in
            seed.isMultiple(of: 2) ? values.randomElement(using: &generator) ?? 0 : 0xFF
        }
        for start in bytes.indices {
            #expect(bytes.span.markerOffset(from: start) == offset(in: bytes, from: start))
        }
    }
}
