// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Codecs

/// Scans that are not as the rules want them, beside what the library makes of them.
@Suite struct JPEGScanDamageTests {
    private static let ends: [(name: String, bytes: [UInt8], isRead: Bool?)] = [
        ("fill bytes", [0xFF, 0xFF, 0xFF, 0xD9], true), ("nothing", [], nil),
        ("a zero", [0, 0xFF, 0xD9], true),
        ("zeros", [UInt8](repeating: 0, count: 9) + [0xFF, 0xD9], true),
        ("many zeros", [UInt8](repeating: 0, count: 9000) + [0xFF, 0xD9], true),
        ("bytes", [1, 2, 3, 0xFF, 0xD9], nil), ("ones", [0xFF, 0, 0xFF, 0, 0xFF, 0xD9], nil),
        ("many ones", (0..<18).map { $0.isMultiple(of: 2) ? 0xFF : 0 } + [0xFF, 0xD9], nil),
        ("many bytes", [UInt8](repeating: 7, count: 40) + [0xFF, 0xD9], nil),
        ("a restart", [0xFF, 0xD0, 0xFF, 0xD9], nil),
        ("a comment", [0xFF, 0xFE, 0, 2, 0xFF, 0xD9], nil),
        ("a stuffed fill byte", [0xFF, 0xFF, 0, 0xFF, 0xD9], nil),
        ("a number of lines", [0xFF, 0xDC, 0, 4, 0, 32, 0xFF, 0xD9], nil),
        ("something behind", [0xFF, 0xD9, 1, 2, 3], true),
    ]

    @Test(arguments: ends.indices, DamagePolicy.allCases)
    func `whatever ends a scan`(index: Int, policy: DamagePolicy) {
        for interval in [0, 2] { Self.expectLibrary(end: index, interval, policy) }
    }

    private static func expectLibrary(end index: Int, _ interval: Int, _ policy: DamagePolicy) {
        let scan = HandMadeScan(
            width: 50,
            height: 40,
            factors: [(2, 2), (1, 1), (1, 1)],
            restartInterval: interval
        )
        var generator = SeededGenerator(seed: 8)
        let data = scan.data { _ in HandMadeScan.block(&generator) }
        let (name, end, isRead) = ends[index]
        ScanOutcome.expectLibrary(scan.head + data + end, policy, isRead: isRead, "\(name)")
        // And the same with a few bytes less, which somebody has closed.
        for count in 1...12 {
            let cut = scan.head + data.dropLast(count) + end
            ScanOutcome.expectLibrary(cut, policy, isRead: nil, "\(name), \(count) bytes less")
        }
    }

    /// The number of blocks varies, so that the last MCU lies anywhere in the buffer.
    @Test func `zeros behind scans of any length`() {
        let block = [Int](repeating: 0, count: 64)
        for count in 640...700 {
            let scan = HandMadeScan(width: 8, height: 8 * count, factors: [(1, 1)])
            let bytes = scan.head + scan.data { _ in block } + [UInt8](repeating: 0, count: 600)
            ScanOutcome.expectLibrary(bytes + [0xFF, 0xD9], isRead: nil, "\(count) blocks")
        }
        let scan = HandMadeScan(width: 512, height: 5376, factors: [(1, 1)])
        let bytes = scan.head + scan.data { _ in block } + [UInt8](repeating: 0, count: 9000)
        ScanOutcome.expectLibrary(bytes + [0xFF, 0xD9], isRead: nil)
    }

    /// A file whose last block has a mean that no 8-bit samples have, which only the library accepts.
    private static func fileLeftToLibrary(
        _ scan: HandMadeScan,
        _ generator: inout SeededGenerator
    ) -> [UInt8] {
        var count = 0
        return scan.file { _ in
            count += 1
            var block = HandMadeScan.block(&generator)
            if count == scan.unitCount { block[0] = 8000 }
            return block
        }
    }

    @Test func `both ways take turns while groups are read again`() throws {
        var generator = SeededGenerator(seed: 11)
        let scan = HandMadeScan(width: 64, height: 80, factors: [(1, 1)])
        let bytes = Self.fileLeftToLibrary(scan, &generator)
        var decoder = try JPEGPlaneDecoder(bytes, reading: .eager)
        var rows = PlaneRows(decoder.planes)
        var coded = CodedRows(decoder.planes)
        for group in 0..<9 {
            try decoder.decodeRows(into: &rows)
            #expect(rows.group == group && decoder.readsScan)
        }
        try decoder.readRows(into: &coded)
        #expect(coded.group == nil && decoder.isBehind && !decoder.readsScan)
        try decoder.decodeRows(into: &rows)
        #expect(rows.group == 9 && !decoder.isBehind)
        try decoder.decodeRows(into: &rows)
        #expect(rows.group == nil)
    }

    @Test func `restart markers that are missing, wrong or too many`() throws {
        var generator = SeededGenerator(seed: 9)
        let scan = HandMadeScan(
            width: 200,
            height: 30,
            factors: [(1, 1), (1, 1), (1, 1)],
            restartInterval: 5
        )
        let data = scan.data { _ in HandMadeScan.block(&generator) }
        let markers = data.indices.dropLast().filter {
            data[$0] == 0xFF && (0xD0...0xD7).contains(data[$0 + 1])
        }
        #expect(markers.count == 19)
        for marker in markers {
            let code = data[marker + 1]
            let changes: [[UInt8]] = [
                [], [0xFF, 0xD3], [0xFF, 0xD3, 0xFF, 0xD4], [0xFF, 0xFF, code], [0, 0xFF, code],
                [0xFF, 0xD9], [0xFF, code, 0],
            ]
            for change in changes {
                let changed = data[..<marker] + change + data[(marker + 2)...]
                let bytes = scan.head + changed + [0xFF, 0xD9]
                ScanOutcome.expectLibrary(bytes, isRead: nil, "\(change) at \(marker)")
            }
        }
    }

    @Test(arguments: ["yuv420", "gray", "restarts", "yuv410"])
    func `a flipped bit, a lost byte and a cut`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA])).lowerBound
        for offset in scan..<(bytes.count - 2) {
            var damaged = bytes
            damaged[offset] ^= 1 << UInt8(offset % 8)
            ScanOutcome.expectVerdict(damaged, "bit at \(offset)")
            damaged = bytes
            damaged.remove(at: offset)
            ScanOutcome.expectVerdict(damaged, "byte at \(offset)")
            ScanOutcome.expectVerdict(bytes[..<offset] + [0xFF, 0xD9], "cut at \(offset)")
        }
    }

    @Test func `who left is heard while groups are read again`() throws {
        var generator = SeededGenerator(seed: 10)
        let scan = HandMadeScan(width: 64, height: 800, factors: [(1, 1)])
        let bytes = Self.fileLeftToLibrary(scan, &generator)
        var (asked, decoded) = (0, 0)
        let least = JPEGPlaneDecoder.ScanReading.usual.leastByteCount
        let padding = [UInt8](repeating: 0, count: least)
        var decoder = try JPEGPlaneDecoder(
            bytes: bytes + padding,
            supervision: Supervision(mayContinue: {
                asked += 1
                return asked < 50
            })
        )
        var rows = PlaneRows(decoder.planes)
        #expect(throws: CodecError.interrupted) {
            while true {
                try decoder.decodeRows(into: &rows)
                guard rows.group != nil else { break }
                decoded += 1
            }
        }
        #expect(decoded == 99 && asked == 50)
    }
}
