// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Testing

@Suite
struct WebPHeaderParserTests {
    private static let names = [
        "lossy.webp", "lossless.webp", "alpha.webp", "lossy-alpha.webp", "animation.webp",
        "profile.webp", "orientation.webp",
    ]

    private func file(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/foreign")
        return [UInt8](try Data(contentsOf: folder.standardized.appending(path: name)))
    }

    private func probe(
        _ bytes: [UInt8],
        _ limits: DecodeLimits = DecodeLimits(),
        damage: DamagePolicy = .warn
    ) throws -> ImageHeader {
        try ImageHeader.probe(bytes.span, limits: limits, damage: damage)
    }

    @Test(arguments: names)
    func `reads size and alpha`(name: String) throws {
        let header = try probe(try file(name))
        #expect(header.format == .webp)
        #expect(header.codedSize == PixelSize(width: 48, height: 32))
        #expect(header.layout.hasAlpha == (name.contains("alpha") || name == "animation.webp"))
        #expect((header.frame == .first) == (name == "animation.webp"))
        #expect((header.profileByteCount > 0) == (name == "profile.webp"))
        #expect((header.orientation != .topLeft) == (name == "orientation.webp"))
    }

    @Test func `refuses an animation where a first frame does not do`() throws {
        #expect(throws: CodecError.animated) {
            try probe(try file("animation.webp"), damage: .strict)
        }
    }

    @Test(arguments: names)
    func `a file cut anywhere is truncated`(name: String) throws {
        let bytes = try file(name)
        for count in 12..<bytes.count {
            #expect(throws: CodecError.truncated) {
                try probe(Array(bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: names)
    func `a flipped bit is an error or another header, and never traps`(name: String) throws {
        let bytes = try file(name)
        for offset in 12..<min(bytes.count, 200) {
            for bit in 0..<8 {
                var changed = bytes
                changed[offset] ^= 1 << bit
                _ = try? probe(changed)
            }
        }
    }

    @Test func `meets the limits exactly and exceeds them by one`() throws {
        let bytes = try file("lossless.webp")
        _ = try probe(bytes, DecodeLimits(maximumSide: 48))
        #expect(throws: CodecError.self) {
            try probe(bytes, DecodeLimits(maximumSide: 47))
        }
    }

    @Test func `is refused by name where no library is`() throws {
        #expect(throws: CodecError.codecNotInstalled(.webp)) {
            _ = try ImageDecoder(bytes: try file("lossy.webp"))
        }
    }
}
