// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster
import TestSupport
import Testing

@testable import Codecs

/// Scans of which only the low frequencies are kept, beside whole blocks.
@Suite struct JPEGCornerReadingTests {
    private enum Event: Equatable {
        case blocks([Int16]), samples, behind, failure(CodecError)
    }

    /// What the decoder delivers: of whole blocks, the coefficients that a corner would keep.
    private static func events(
        _ bytes: [UInt8],
        _ corner: BlockCorner,
        isWhole: Bool,
        _ reading: JPEGPlaneDecoder.ScanReading
    ) -> [Event] {
        var events: [Event] = []
        do throws(CodecError) {
            let planes = try JPEGPlaneDecoder(bytes, reading: .never).planes
            let stored = isWhole ? .whole : corner
            var decoder = try JPEGPlaneDecoder(
                bytes,
                keeping: planes.components.map { _ in stored },
                reading: reading
            )
            var rows = CodedRows(planes)
            while true {
                try decoder.readRows(into: &rows)
                if decoder.isBehind {
                    events.append(.behind)
                } else if rows.group == nil {
                    return events
                } else if rows.holdsCoefficients {
                    events.append(.blocks(kept(rows, corner, stored)))
                } else {
                    events.append(.samples)
                }
            }
        } catch {
            return events + [.failure(error)]
        }
    }

    private static func kept(
        _ rows: borrowing CodedRows,
        _ corner: BlockCorner,
        _ stored: BlockCorner
    ) -> [Int16] {
        let planes = rows.planes
        var kept: [Int16] = []
        for (plane, component) in planes.components.enumerated() {
            let width = planes.components.count == 1 ? 1 : component.horizontal
            for row in 0..<component.vertical {
                rows.withBlocks(ofRow: row, of: plane) { blocks, _ in
                    for block in 0..<(width * planes.mcuCount) {
                        let beside = block & (1 << stored.shift - 1)
                        let start =
                            (block >> stored.shift) * stored.groupCount + beside * stored.side
                        for (rank, place) in JPEGHuffmanEncoder.zigzag.enumerated() {
                            let (y, x) = (Int(place) / 8, Int(place) % 8)
                            guard y < corner.side, x < corner.side, rank < corner.rankCount
                            else { continue }
                            kept.append(blocks[start + 32 * y + x])
                        }
                    }
                }
            }
        }
        return kept
    }

    private static let readings = [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce]

    private static func expectSame(_ bytes: [UInt8], side: Int, _ name: String) {
        let corner = BlockCorner(side: side)
        for reading in readings {
            let found = events(bytes, corner, isWhole: false, reading)
            let whole = events(bytes, corner, isWhole: true, reading)
            #expect(found == whole, "\(name)")
        }
    }

    @Test(arguments: [2, 4, 8])
    func `keeps the same coefficients`(side: Int) throws {
        for name in ["yuv444", "yuv420", "yuv440", "gray", "restarts", "progressive"] {
            Self.expectSame(try Fixture(name + ".jpg").bytes, side: side, name)
        }
        for quality in [5, 90, 100] {
            for picture in [
                Picture.noise(PixelSize(width: 301, height: 40), .rgb),
                .slopes(PixelSize(width: 70, height: 90), .gray),
            ] {
                let bytes = try picture.encoded(.jpeg(JPEGOptions(quality: quality)))
                Self.expectSame(bytes, side: side, "quality \(quality)")
            }
        }
    }

    @Test(arguments: [2, 4])
    func `passes over coefficients at any place`(side: Int) {
        for value in [1, 100, 1000] {
            var count = 0
            let scan = HandMadeScan(width: 63 * 8, height: 3 * 8, factors: [(1, 1)])
            let bytes = scan.file { _ in
                var block = [Int](repeating: 0, count: 64)
                let first = count % 63 + 1
                block[0] = (count % 7 - 3) * 300
                block[first] = value
                block[max(first, [first, 62, 63][count / 63])] = -1
                count += 1
                return block
            }
            Self.expectSame(bytes, side: side, "\(value)")
        }
    }

    @Test(arguments: [2, 4])
    func `gives up at the same damage`(side: Int) throws {
        let size = PixelSize(width: 60, height: 50)
        let bytes = try Picture.noise(size, .rgb).encoded(.jpeg(JPEGOptions(quality: 60)))
        for index in stride(from: 630, to: bytes.count, by: 97) {
            for change in [0x08, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[index] ^= change
                Self.expectSame(damaged, side: side, "\(change) at \(index)")
            }
        }
    }
}
