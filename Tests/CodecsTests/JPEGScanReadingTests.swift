// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Codecs

/// Scans that are read without the library, beside what the library makes of them.
@Suite struct JPEGScanReadingTests {
    private typealias Reading = JPEGPlaneDecoder.ScanReading

    /// In which steps groups are decoded.
    private enum Steps: CaseIterable {
        case one, two, three, inTurn

        func of(group: Int) -> Steps {
            self == .inTurn ? [.one, .two, .three][group % 3] : self
        }
    }

    /// What becomes of a file.
    private struct Outcome: Equatable {
        /// The samples of each group that belong to the picture.
        var groups: [[UInt8]] = []
        var error: CodecError?
        var message = ""
        /// Whether all of it was read without the library.
        var isRead = false

        init(
            _ bytes: [UInt8],
            _ reading: Reading,
            _ steps: Steps = .one
        ) {
            do {
                var decoder = try JPEGPlaneDecoder(bytes, reading: reading)
                var rows = PlaneRows(decoder.planes)
                var coded = CodedRows(decoder.planes)
                do {
                    while true {
                        switch steps.of(group: groups.count) {
                        case .one: try decoder.decodeRows(into: &rows)
                        case .two, .inTurn:
                            repeat { try decoder.readRows(into: &coded) } while decoder.isBehind
                            coded.makeRows(into: &rows)
                        case .three:
                            repeat { try decoder.readRows(into: &coded) } while decoder.isBehind
                            coded.makeSamples()
                            coded.makeRows(into: &rows)
                            #expect(coded.group == nil)
                        }
                        guard rows.group != nil else { break }
                        groups.append(Self.samples(rows))
                    }
                } catch { self.error = error }
                (isRead, message) = (decoder.readsScan, decoder.libraryMessage)
            } catch { self.error = error }
        }

        private static func samples(_ rows: borrowing PlaneRows) -> [UInt8] {
            var samples: [UInt8] = []
            for plane in rows.planes.components.indices {
                for y in 0..<rows.rowCount(of: plane) {
                    let row = rows.row(y, of: plane)
                    for x in row.indices { samples.append(row[x]) }
                }
            }
            return samples
        }

        /// The same, whoever has read it.
        static func == (first: Outcome, second: Outcome) -> Bool {
            first.groups == second.groups && first.error == second.error
                && first.message == second.message
        }
    }

    /// Expects what the library makes of a file, and whether all of it is read without the library;
    /// nil where that is open.
    private static func expectLibrary(
        _ bytes: [UInt8],
        isRead: Bool?,
        _ comment: Comment = ""
    ) {
        let library = Outcome(bytes, .never)
        for (reading, steps) in [(Reading.eager, Steps.inTurn), (.eagerAtOnce, .one)] {
            let found = Outcome(bytes, reading, steps)
            let isSame = found == library
            #expect(isSame, comment)
            #expect(found.error == library.error, comment)
            if let isRead { #expect(found.isRead == isRead, comment) }
        }
    }

    // MARK: Files of libraries

    @Test(arguments: [
        ("yuv444", true), ("yuv422", true), ("yuv420", true), ("yuv440", true), ("yuv411", true),
        ("yuv410", true), ("gray", true), ("restarts", true), ("profile", true),
        ("progressive", false), ("arithmetic", false), ("separate-scans", false),
    ])
    func `samples are the library's`(name: String, isRead: Bool) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        Self.expectLibrary(bytes, isRead: isRead)
        for steps in Steps.allCases {
            #expect(Outcome(bytes, .eager, steps) == Outcome(bytes, .never, .one))
            #expect(Outcome(bytes, .never, steps) == Outcome(bytes, .never, .one))
        }
    }

    @Test(arguments: [1, 5, 20, 50, 75, 90, 98, 100], JPEGOptions.Subsampling.allCases)
    func `so they are at any quality`(quality: Int, subsampling: JPEGOptions.Subsampling) throws {
        let options = JPEGOptions(quality: quality, subsampling: subsampling)
        for (width, height) in [(1, 1), (17, 33), (250, 61), (301, 40)] {
            let size = PixelSize(width: width, height: height)
            for picture in [Picture.noise(size, .rgb), .slopes(size, .rgb), .noise(size, .gray)] {
                let bytes = try picture.encoded(.jpeg(options))
                Self.expectLibrary(bytes, isRead: true, "\(width) × \(height)")
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

    /// A block whose coefficients are anything that 8-bit samples may have.
    private static func block(_ generator: inout SeededGenerator) -> [Int] {
        var block = [Int](repeating: 0, count: 64)
        block[0] = Int.random(in: -1000...1000, using: &generator)
        let share = [0, 2, 30, 100].randomElement(using: &generator) ?? 0
        let range = [1, 3, 40, 200].randomElement(using: &generator) ?? 1
        for rank in 1..<64 where Int.random(in: 0..<100, using: &generator) < share {
            block[rank] = Int.random(in: -range...range, using: &generator)
        }
        return block
    }

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
                let bytes = scan.file { _ in Self.block(&generator) }
                #expect(Outcome(bytes, .never).error == nil)
                Self.expectLibrary(bytes, isRead: true, "\(width) × \(height), \(factors)")
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
            Self.expectLibrary(scan.file { _ in Self.block(&generator) }, isRead: true)
        }
    }

    @Test func `gray with units of several rows is left to the library`() {
        let scan = HandMadeScan(width: 30, height: 40, factors: [(2, 2)])
        Self.expectLibrary(scan.file { _ in [5] + Array(repeating: 1, count: 63) }, isRead: false)
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
                Self.expectLibrary(bytes, isRead: true, "\(first), \(last)")
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
                Self.expectLibrary(bytes, isRead: isWhole ? true : nil, "\(zeros), \(symbol)")
            }
        }
    }

    /// What no 8-bit samples have, though the library does not mind.
    @Test func `coefficients that are too long are left to the library`() {
        for size in 11...15 {
            for zeros in [0, 3, 15] {
                let bytes = Self.file { bits in
                    bits.put(symbol: UInt8(zeros << 4 | size))
                    bits.put(1 << (size - 1), size)
                    bits.put(symbol: 0)
                }
                #expect(!Outcome(bytes, .eager).isRead)
                Self.expectOutcome(bytes, "\(size) bits after \(zeros)")
            }
        }
    }

    @Test func `means that are too far off are left to the library`() {
        for (mean, divisor, isRead) in [
            (2047, 1, true), (-2047, 1, true), (2047, 2, false), (-2047, 2, false), (1023, 2, true),
            (2048, 1, false), (8000, 1, false), (8, 255, true), (9, 255, false),
        ] {
            var scan = HandMadeScan(width: 24, height: 24, factors: [(1, 1)])
            scan.divisors[0] = UInt8(divisor)
            var count = 0
            let bytes = scan.file { _ in
                count += 1
                return [count == 7 ? mean : 0] + [Int](repeating: 0, count: 63)
            }
            #expect(Outcome(bytes, .eager).isRead == isRead, "\(mean) times \(divisor)")
            Self.expectOutcome(bytes, "\(mean) times \(divisor)")
        }
        // Each difference is one of 8-bit samples; what they add up to is not.
        let scan = HandMadeScan(width: 64, height: 64, factors: [(1, 1)])
        var mean = 0
        let bytes = scan.file { _ in
            mean += 2000
            return [mean] + [Int](repeating: 0, count: 63)
        }
        #expect(!Outcome(bytes, .eager).isRead)
        Self.expectOutcome(bytes, "means that grow")
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
        #expect(Outcome(Array(bytes), .never).error == nil)
        Self.expectLibrary(Array(bytes), isRead: false)
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
            Self.expectLibrary(bytes, isRead: true, "\(zeros)")
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
                    Self.expectLibrary(bytes, isRead: true, "\(value) after \(zeros)")
                }
            }
        }
    }

    // MARK: Damage

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

    @Test(arguments: ends.indices, [0, 2])
    func `whatever ends a scan`(index: Int, interval: Int) {
        let scan = HandMadeScan(
            width: 50,
            height: 40,
            factors: [(2, 2), (1, 1), (1, 1)],
            restartInterval: interval
        )
        var generator = SeededGenerator(seed: 8)
        let data = scan.data { _ in Self.block(&generator) }
        let (name, end, isRead) = Self.ends[index]
        Self.expectLibrary(scan.head + data + end, isRead: isRead, "\(name)")
        // And the same with a few bytes less, which somebody has closed.
        for count in 1...12 {
            let cut = scan.head + data.dropLast(count) + end
            Self.expectLibrary(cut, isRead: nil, "\(name), \(count) bytes less")
        }
    }

    /// Wherever the last unit lies among the bytes that are gathered at once.
    @Test func `zeros behind scans of any length`() {
        let block = [Int](repeating: 0, count: 64)
        for count in 640...700 {
            let scan = HandMadeScan(width: 8, height: 8 * count, factors: [(1, 1)])
            let bytes = scan.head + scan.data { _ in block } + [UInt8](repeating: 0, count: 600)
            Self.expectLibrary(bytes + [0xFF, 0xD9], isRead: nil, "\(count) blocks")
        }
        let scan = HandMadeScan(width: 512, height: 5376, factors: [(1, 1)])
        let bytes = scan.head + scan.data { _ in block } + [UInt8](repeating: 0, count: 9000)
        Self.expectLibrary(bytes + [0xFF, 0xD9], isRead: nil)
    }

    @Test func `both ways take turns while groups are read again`() throws {
        var generator = SeededGenerator(seed: 11)
        let scan = HandMadeScan(width: 64, height: 80, factors: [(1, 1)])
        let bytes = scan.head + scan.data { _ in Self.block(&generator) } + [1, 0xFF, 0xD9]
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
        let data = scan.data { _ in Self.block(&generator) }
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
                Self.expectLibrary(bytes, isRead: nil, "\(change) at \(marker)")
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
            Self.expectOutcome(damaged, "bit at \(offset)")
            damaged = bytes
            damaged.remove(at: offset)
            Self.expectOutcome(damaged, "byte at \(offset)")
            Self.expectOutcome(bytes[..<offset] + [0xFF, 0xD9], "cut at \(offset)")
        }
    }

    /// Expects an error, or groups, where the library has them: samples that are no samples any more
    /// differ from one build of it to the next.
    private static func expectOutcome(_ bytes: [UInt8], _ comment: Comment) {
        let library = Outcome(bytes, .never)
        for reading in [Reading.eager, .eagerAtOnce] {
            let found = Outcome(bytes, reading)
            #expect(found.error == library.error, comment)
            #expect(found.groups.count == library.groups.count, comment)
            #expect(found.message == library.message, comment)
        }
    }

    @Test func `who left is heard while groups are read again`() throws {
        var generator = SeededGenerator(seed: 10)
        let scan = HandMadeScan(width: 64, height: 800, factors: [(1, 1)])
        let data = scan.data { _ in Self.block(&generator) }
        // Behind the last group is what the rules do not want, though the library passes over it.
        let bytes = scan.head + data + [1, 0xFF, 0xD9]
        var (asked, decoded) = (0, 0)
        let least = JPEGPlaneDecoder.ScanReading.usual.leastByteCount
        let padding = [UInt8](repeating: 0, count: least)
        var decoder = try JPEGPlaneDecoder(
            bytes: bytes + padding,
            shouldContinue: {
                asked += 1
                return asked < 50
            }
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
