// SPDX-License-Identifier: Apache-2.0

import Codecs
import Testing

/// JPEGs that break rules of their format.
extension OddFileTests {
    @Test func `the first picture of several is decoded`() throws {
        let bytes = try Fixture("stereo.jpg").bytes
        #expect(try ImageHeader.probe(bytes.span, damage: .warn).frame == .first)
        #expect(try Decoded(bytes, .warn).damage.isEmpty)
    }

    /// A JPEG without its end-of-image marker.
    static func endless(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[..<(bytes.count - 2)]) }

    /// A JPEG with bytes before its end-of-image marker.
    static func inserting(_ junk: [UInt8], beforeEndOf bytes: [UInt8]) -> [UInt8] {
        endless(bytes) + junk + [0xFF, 0xD9]
    }

    static let junk = [UInt8]("thirty bytes that belong to none".utf8)

    @Test(arguments: ["yuv420", "progressive", "restarts", "separate-scans", "ycck", "gray"])
    func `a JPEG without its end is served`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let expected = Decoded(try Picture(bytes), [.missingEnd])
        for count in 1...2 {
            #expect(throws: CodecError.truncated) {
                try Decoded(Array(bytes[..<(bytes.count - count)]), .strict)
            }
            #expect(try Decoded(Array(bytes[..<(bytes.count - count)]), .warn) == expected)
        }
    }

    @Test(arguments: ["yuv420", "progressive", "restarts", "separate-scans", "ycck", "gray"])
    func `junk before the end of a JPEG is served`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let odd = Self.inserting(Self.junk, beforeEndOf: bytes)
        #expect(throws: CodecError.self) { try Decoded(odd, .strict) }
        #expect(try Decoded(odd, .warn) == Decoded(try Picture(bytes), [.surplusData]))
    }

    @Test func `anything behind the last block is surplus`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA]))
        let repeated = Self.endless(bytes) + bytes[scan.lowerBound...]
        #expect(try Decoded(repeated, .warn) == Decoded(try Picture(bytes), [.surplusData]))
    }

    @Test func `junk before a restart marker is served`() throws {
        let bytes = try Fixture("restarts.jpg").bytes
        let marker = try #require(bytes.firstRange(of: [0xFF, 0xD0]))
        let odd = bytes[..<marker.lowerBound] + Self.junk + bytes[marker.lowerBound...]
        #expect(throws: CodecError.self) { try Decoded(Array(odd), .strict) }
        #expect(try Decoded(Array(odd), .warn) == Decoded(try Picture(bytes), [.surplusData]))
    }

    @Test func `a restart marker with a number far off is served, and one that is lost is damage`()
        throws
    {
        let bytes = try Fixture("restarts.jpg").bytes
        let marker = try #require(bytes.firstRange(of: [0xFF, 0xD0]))
        var odd = bytes
        odd[marker.lowerBound + 1] = 0xD4
        #expect(try Decoded(odd, .warn) == Decoded(try Picture(bytes), [.restartNumber]))
        odd[marker.lowerBound + 1] = 0xD1
        #expect(throws: CodecError.self) { try Decoded(odd, .warn) }
        #expect(try Decoded(odd, .partial).damage.contains(.missingPixels))
    }

    @Test func `a progressive JPEG that ends properly after fewer scans is served`() throws {
        let bytes = try Fixture("progressive.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        let tables = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 }
        let end = try #require(tables.last { $0 < scans[4] })
        let short = Array(bytes[..<end]) + [0xFF, 0xD9]
        #expect(throws: CodecError.self) { try Decoded(short, .strict) }
        let decoded = try Decoded(short, .warn)
        #expect(decoded.damage == [.fewerScans])
        #expect(decoded.picture.distance(to: try Picture(bytes)) < 128)
        #expect(throws: CodecError.self) { try Decoded(Self.endless(short), .warn) }
    }

    @Test(arguments: ["yuv420", "progressive", "restarts"])
    func `a JPEG cut in its pixels is an error, or filled`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let pixels = Array(bytes[..<(bytes.count * 2 / 3)])
        for cut in [pixels, pixels + [0xFF, 0xD9]] {
            #expect(throws: CodecError.self) { try Decoded(cut, .warn) }
            #expect(try Decoded(cut, .partial).damage.contains(.missingPixels))
        }
    }

    @Test func `a comment of an impossible length is passed over`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let odd = bytes[..<2] + [0xFF, 0xE5, 0, 1] + bytes[2...]
        #expect(try Picture(Array(odd)) == Picture(bytes))
    }

    /// A browser shows the scans before it.
    @Test func `a progressive JPEG cut in the header of a scan lacks pixels`() throws {
        let bytes = try Fixture("progressive.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        for count in 2..<10 {
            let cut = Array(bytes[..<(scans[4] + count)])
            #expect(throws: CodecError.self) { try Decoded(cut, .warn) }
            let decoded = try Decoded(cut, .partial)
            #expect(decoded.damage.isSuperset(of: [.missingPixels, .missingEnd]))
            #expect(decoded.picture.distance(to: try Picture(bytes)) < 128)
        }
        let first = Array(bytes[..<(scans[0] + 6)])
        #expect(throws: CodecError.self) { try Decoded(first, .partial) }
    }

    /// libjpeg takes the size and the number of components from the second header before it refuses that.
    @Test(arguments: [1, 4, 255])
    func `a second frame header between scans is an error, however much may be missing`(
        components: Int
    ) throws {
        let bytes = try Fixture("progressive.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        let fields = (0..<components).flatMap { [UInt8($0), 0x11, 0] as [UInt8] }
        for size in [[0, 1, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            let frame = HandMade.segment(0xC0, [8] + size + [UInt8(components)] + fields)
            let odd = bytes[..<scans[4]] + frame + bytes[scans[4]...]
            #expect(throws: CodecError.self) { try Decoded(Array(odd), .partial) }
        }
    }
}
