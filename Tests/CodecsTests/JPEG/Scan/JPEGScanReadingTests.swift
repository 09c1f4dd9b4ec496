// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Codecs

/// Scans that are read without the library, beside what the library makes of them.
@Suite struct JPEGScanReadingTests {
    // MARK: Files of libraries

    @Test(arguments: [
        ("yuv444", true), ("yuv422", true), ("yuv420", true), ("yuv440", true), ("yuv411", true),
        ("yuv410", true), ("gray", true), ("restarts", true), ("profile", true),
        ("progressive", false), ("arithmetic", false), ("separate-scans", false),
    ])
    func `samples are the library's`(name: String, isRead: Bool) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        ScanOutcome.expectLibrary(bytes, isRead: isRead)
        for steps in ScanOutcome.Steps.allCases {
            #expect(ScanOutcome(bytes, .eager, steps) == ScanOutcome(bytes, .never, .one))
            #expect(ScanOutcome(bytes, .never, steps) == ScanOutcome(bytes, .never, .one))
        }
    }

    @Test(arguments: [1, 5, 20, 50, 75, 90, 98, 100], JPEGOptions.Subsampling.allCases)
    func `so they are at any quality`(quality: Int, subsampling: JPEGOptions.Subsampling) throws {
        let options = JPEGOptions(quality: quality, subsampling: subsampling)
        for (width, height) in [(1, 1), (17, 33), (250, 61), (301, 40)] {
            let size = PixelSize(width: width, height: height)
            for picture in [Picture.noise(size, .rgb), .slopes(size, .rgb), .noise(size, .gray)] {
                let bytes = try picture.encoded(.jpeg(options))
                ScanOutcome.expectLibrary(bytes, isRead: true, "\(width) × \(height)")
            }
        }
    }

    @Test func `a small file is left to the library`() throws {
        let size = PixelSize(width: 64, height: 64)
        let bytes = try Picture.slopes(size, .rgb).encoded(.jpeg(JPEGOptions()))
        #expect(try !JPEGPlaneDecoder(bytes: bytes).readsScan)
        let large = try Picture.noise(PixelSize(width: 256, height: 256), .rgb)
            .encoded(.jpeg(JPEGOptions(quality: 95)))
        #expect(try JPEGPlaneDecoder(bytes: large).readsScan)
        #expect(try !JPEGPlaneDecoder(bytes: large, scale: .half).readsScan)
    }

    // MARK: Files that no encoder makes

    private static let factors: [[(Int, Int)]] = [
        [(1, 1)], [(2, 1)], [(4, 1)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)],
        [(1, 2), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)], [(3, 1), (1, 1), (1, 1)],
        [(3, 2), (1, 1), (3, 1)], [(4, 1), (2, 1), (1, 1)], [(4, 2), (1, 1), (1, 1)],
        [(1, 1), (2, 2), (2, 2)], [(1, 4), (1, 2), (1, 1)],
    ]
    @Test(arguments: factors.indices, [0, 1, 3, 16, 10_000])
    func `any sampling and any restarts`(index: Int, interval: Int) {
        var generator = SeededGenerator(seed: UInt64(100 + index))
        let factors = Self.factors[index]
        for (width, height) in [(1, 1), (49, 17), (56, 40), (65, 9), (130, 33), (300, 70)] {
            let scan = HandMadeScan(
                width: width,
                height: height,
                factors: factors,
                restartInterval: interval
            )
            var colored = scan
            colored.hasCodesOfColor = true
            for rank in [3, 7, 20, 40] { colored.divisors[rank] = 3 }
            for scan in [scan, colored] {
                let bytes = scan.file { _ in HandMadeScan.block(&generator) }
                #expect(ScanOutcome(bytes, .never).error == nil)
                ScanOutcome.expectLibrary(bytes, isRead: true, "\(width) × \(height), \(factors)")
            }
        }
    }

    @Test func `an interval of all units needs no marker`() {
        var generator = SeededGenerator(seed: 7)
        for interval in [6, 12] {
            let scan = HandMadeScan(
                width: 48,
                height: 32,
                factors: [(2, 2), (1, 1), (1, 1)],
                restartInterval: interval
            )
            ScanOutcome.expectLibrary(
                scan.file { _ in HandMadeScan.block(&generator) },
                isRead: true
            )
        }
    }

    @Test func `gray with units of several rows is left to the library`() {
        let scan = HandMadeScan(width: 30, height: 40, factors: [(2, 2)])
        ScanOutcome.expectLibrary(
            scan.file { _ in [5] + Array(repeating: 1, count: 63) },
            isRead: false
        )
    }

    /// Blocks that end with their last coefficient, have zeros at every place, and what follows of
    /// all lengths.
    @Test func `blocks that are full, nearly full, and empty`() {
        for first in 1..<64 {
            for last in first..<64 {
                var count = 0
                let scan = HandMadeScan(width: 64, height: 8, factors: [(1, 1)])
                let bytes = scan.file { _ in
                    count += 1
                    var block = [Int](repeating: 0, count: 64)
                    block[0] = (count - 4) * 300
                    block[first] = count
                    block[last] = -1
                    return block
                }
                ScanOutcome.expectLibrary(bytes, isRead: true, "\(first), \(last)")
            }
        }
    }

    /// A picture of 16 gray blocks whose coefficients behind the mean are coded by the caller.
    private static func file(_ others: (inout HandMadeScan.Bits) -> Void) -> [UInt8] {
        let scan = HandMadeScan(width: 32, height: 32, factors: [(1, 1)])
        var bits = HandMadeScan.Bits()
        for block in 0..<16 {
            bits.put(mean: 9)
            if block == 11 { others(&bits) } else { bits.put(symbol: 0) }
        }
        bits.pad()
        return scan.head + bits.bytes + [0xFF, 0xD9]
    }

    @Test func `zeros up to the end of a block`() {
        // Sixteen zeros three times, and then as many more as are given.
        for zeros in 0..<16 {
            for symbol in [0xF0, 0x01, 0x31, 0x11] as [UInt8] {
                let bytes = Self.file { bits in
                    for _ in 0..<3 { bits.put(symbol: 0xF0) }
                    if zeros > 0 {
                        bits.put(symbol: UInt8(zeros - 1) << 4 | 1)
                        bits.put(1, 1)
                    }
                    bits.put(symbol: symbol)
                    if symbol & 15 > 0 { bits.put(1, 1) }
                    // The block is full after 63 coefficients.
                    let count = 48 + zeros + Int(symbol >> 4) + 1
                    if count < 63 { bits.put(symbol: 0) }
                }
                let isWhole = 48 + zeros + Int(symbol >> 4) + 1 <= 63
                ScanOutcome.expectLibrary(
                    bytes,
                    isRead: isWhole ? true : nil,
                    "\(zeros), \(symbol)"
                )
            }
        }
    }

    /// Coefficients that 8-bit samples cannot have, although the library accepts them.
    @Test func `coefficients that are too long are left to the library`() {
        for size in 11...15 {
            for zeros in [0, 3, 15] {
                let bytes = Self.file { bits in
                    bits.put(symbol: UInt8(zeros << 4 | size))
                    bits.put(1 << (size - 1), size)
                    bits.put(symbol: 0)
                }
                #expect(!ScanOutcome(bytes, .eager).isRead)
                ScanOutcome.expectVerdict(bytes, "\(size) bits after \(zeros)")
            }
        }
    }

    /// The library reads all scans of a file before it delivers anything, up to its end.
    @Test func `what lies behind several scans is no scan`() {
        let scan = HandMadeScan(width: 32, height: 32, factors: [(1, 1), (1, 1), (1, 1)])
        let head = scan.head
        let first = HandMade.segment(0xDA, [1, 1, 0, 0, 63, 0])
        let tables = head[..<(head.count - 14)]
        let alone = HandMadeScan(width: 32, height: 32, factors: [(1, 1)])
        let gray = alone.data { _ in [100] + [Int](repeating: 0, count: 63) }
        let shown = scan.data { _ in [300] + [Int](repeating: 0, count: 63) }
        let hidden = scan.data { _ in [-300] + [Int](repeating: 0, count: 63) }
        let last = head[(head.count - 14)...]
        let bytes = tables + first + gray + last + shown + [0xFF, 0xD9] + hidden + [0xFF, 0xD9]
        #expect(ScanOutcome(Array(bytes), .never).error == nil)
        ScanOutcome.expectLibrary(Array(bytes), isRead: false)
    }

    @Test func `rows that were used for another file`() throws {
        let size = PixelSize(width: 40, height: 24)
        let files = try [30, 95].map { quality in
            try Picture.slopes(size, .rgb).encoded(.jpeg(JPEGOptions(quality: quality)))
        }
        var coded = CodedRows(try JPEGPlaneDecoder(bytes: files[0]).planes)
        for file in files + files {
            var decoder = try JPEGPlaneDecoder(file, reading: .eager)
            var library = try JPEGPlaneDecoder(file, reading: .never)
            var rows = PlaneRows(decoder.planes)
            var expected = PlaneRows(decoder.planes)
            try decoder.readRows(into: &coded)
            coded.makeRows(into: &rows)
            try library.decodeRows(into: &expected)
            for y in 0..<rows.rowCount(of: 0) {
                let row = rows.row(y, of: 0)
                let other = expected.row(y, of: 0)
                for x in row.indices { #expect(row[x] == other[x]) }
            }
        }
    }

    @Test func `symbols without a meaning end a block`() {
        for zeros in 1..<15 {
            let bytes = Self.file { $0.put(symbol: UInt8(zeros) << 4) }
            ScanOutcome.expectLibrary(bytes, isRead: true, "\(zeros)")
        }
    }

    @Test func `coefficients of all lengths`() {
        for size in 1...10 {
            for value in [1 << (size - 1), (1 << size) - 1, -(1 << (size - 1)), 1 - (1 << size)] {
                for zeros in [0, 1, 7, 15] {
                    let bytes = Self.file { bits in
                        bits.put(symbol: UInt8(zeros << 4 | size))
                        bits.put(value: value, size)
                        bits.put(symbol: 0)
                    }
                    ScanOutcome.expectLibrary(bytes, isRead: true, "\(value) after \(zeros)")
                }
            }
        }
    }
}
