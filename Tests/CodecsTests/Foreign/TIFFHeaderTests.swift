// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

@Suite struct TIFFHeaderTests {
    /// A BigTIFF of one gray pixel with a color profile of a stated length.
    private static func file(profileByteCount: UInt64) -> [UInt8] {
        let entries: [(tag: UInt16, type: UInt16, count: UInt64, value: UInt64)] = [
            (256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
            (273, 4, 1, 8), (277, 3, 1, 1), (278, 3, 1, 1), (279, 4, 1, 1),
            (34675, 7, profileByteCount, 8),
        ]
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let directory = entries.flatMap {
            bytes($0.tag) + bytes($0.type) + bytes($0.count) + bytes($0.value)
        }
        return Array("II".utf8) + bytes(UInt16(43)) + bytes(UInt16(8)) + bytes(UInt16(0))
            + bytes(UInt64(16)) + bytes(UInt64(entries.count)) + directory + bytes(UInt64(0))
    }

    @Test(arguments: [UInt64(Int64.max), 1 << 40, 1 << 62])
    func `refuses a profile that is longer than any`(byteCount: UInt64) throws {
        let file = Self.file(profileByteCount: byteCount)
        #expect(throws: CodecError.self) { _ = try ImageHeader.probe(file.span) }
    }

    @Test func `reads a BigTIFF`() throws {
        let file = Self.file(profileByteCount: 100)
        let header = try ImageHeader.probe(file.span)
        #expect(header.format == .tiff)
        #expect(header.size == PixelSize(width: 1, height: 1))
    }
}
