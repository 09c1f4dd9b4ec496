// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct DamageTests {
    static let small: [Fixture] = [
        "yuv420.jpg", "progressive.jpg", "arithmetic.jpg", "ycck.jpg", "gray8.png",
        "palette2-transparency.png", "gray4-interlaced.png", "profile.png",
    ].map(Fixture.init)

    @Test(arguments: small)
    func `a file cut anywhere is an error`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        for count in 0..<bytes.count {
            #expect(throws: CodecError.self, "cut to \(count)") {
                try Picture(Array(bytes[..<count]))
            }
        }
    }

    /// Without the look ahead to the end of the file that a file in memory gets.
    @Test(arguments: small)
    func `a stream cut anywhere is an error`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        for count in 0..<bytes.count {
            let source = Source(Array(bytes[..<count]), pieces: 4096)
            #expect(throws: CodecError.self, "cut to \(count)") {
                try Picture(ImageDecoder(reading: source.next))
            }
        }
    }

    @Test(arguments: small)
    func `a flipped bit is an error or decodes, and never traps`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        var decodedCount = 0
        for offset in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8(offset % 8)
            do {
                let limits = DecodeLimits(maximumPixelCount: 1 << 18)
                _ = try Picture(damaged, limits: limits)
                decodedCount += 1
            } catch {}
        }
        #expect(decodedCount < bytes.count / 3)
    }

    @Test(arguments: small)
    func `a flipped bit in a PNG's pixels never goes unnoticed`(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        guard let name = bytes.firstRange(of: Array("IDAT".utf8)) else { return }
        for offset in name.upperBound..<(bytes.count - 12) {
            var damaged = bytes
            damaged[offset] ^= 0x10
            #expect(throws: CodecError.self, "at \(offset)") { try Picture(damaged) }
        }
    }

    @Test func `a wrong checksum of a chunk that costs no pixel is passed over`() throws {
        var bytes = try Fixture("gamma-2.2.png").bytes
        let name = try #require(bytes.firstRange(of: Array("gAMA".utf8)))
        bytes[name.upperBound + 4] ^= 1
        #expect(try Picture(bytes) == Fixture.color)
    }

    @Test func `a transparency chunk with a wrong checksum leaves the picture opaque`() throws {
        var bytes = try Fixture("rgb8-transparency.png").bytes
        let name = try #require(bytes.firstRange(of: Array("tRNS".utf8)))
        bytes[name.upperBound + 6] ^= 1
        let decoded = try Picture(bytes)
        #expect(decoded.planes[3].allSatisfy { $0 == .max })
    }

    @Test func `an unknown critical chunk is refused by name`() throws {
        let bytes = try Fixture("rgb8.png").bytes
        let unknown = bytes[..<33] + HandMade.chunk("ABCD", [1, 2, 3]) + bytes[33...]
        #expect(throws: CodecError.unsupportedFeature(.criticalChunk)) {
            try Picture(Array(unknown))
        }
    }
}
