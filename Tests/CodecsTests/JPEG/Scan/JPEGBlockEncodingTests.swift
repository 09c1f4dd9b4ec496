// SPDX-License-Identifier: Apache-2.0

import Codecs
import Glibc
import Raster
import TestSupport
import Testing

@Suite struct JPEGBlockEncodingTests {
    private static let sizes = [(1, 1), (7, 9), (16, 16), (17, 33), (33, 17), (130, 70)]

    private static let ways = [
        JPEGOptions(), JPEGOptions(subsampling: .s444), JPEGOptions(quality: 100),
        JPEGOptions().with(.smooth), JPEGOptions(quality: 100).with(.flat),
    ]

    /// Encodes blocks that a function makes: 64 coefficients of a block of a plane.
    private static func encode(
        _ options: JPEGOptions,
        _ size: PixelSize,
        _ layout: ChannelLayout,
        profile: [UInt8]? = nil,
        to sink: @escaping ByteSink,
        _ block: (_ plane: Int, _ y: Int, _ x: Int, _ divisors: [UInt16]) -> [Int16]
    ) throws(CodecError) {
        var encoder = try JPEGBlockEncoder(
            options,
            size: size,
            layout: layout,
            iccProfile: profile,
            sink: sink
        )
        let divisors = encoder.quantization
        var rows = BlockRows(encoder.planes)
        for group in 0..<rows.planes.groupCount {
            rows.group = group
            for plane in rows.planes.components.indices {
                let height = rows.planes.components[plane].vertical
                for row in 0..<rows.rowCount(of: plane) {
                    rows.writeRow(row, of: plane) { masks, blocks in
                        for x in 0..<masks.count {
                            let y = group * height + row
                            let coefficients = block(plane, y, x, divisors[plane])
                            masks[x] = 0
                            for n in 0..<64 {
                                // What is zero is written as anything.
                                let value = coefficients[n]
                                blocks[64 * x + n] = value == 0 ? 5 : value
                                if value != 0 { masks[x] |= 1 << n }
                            }
                        }
                    }
                }
            }
            try encoder.encodeRows(rows)
        }
        try encoder.finish()
    }

    private static func encoded(
        _ options: JPEGOptions,
        _ size: PixelSize,
        _ layout: ChannelLayout,
        profile: [UInt8]? = nil,
        _ block: (_ plane: Int, _ y: Int, _ x: Int, _ divisors: [UInt16]) -> [Int16]
    ) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(options, size, layout, profile: profile, to: { bytes += $0 }, block)
        return bytes
    }

    private static func level(_ plane: Int, _ y: Int, _ x: Int) -> Int {
        (37 * plane + 91 * y + 53 * x) % 256
    }

    @Test(arguments: ways, sizes)
    func `even blocks make the file that the library makes of their samples`(
        options: JPEGOptions,
        size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        for layout in [ChannelLayout.gray, .rgb] {
            let planes = StoredPlanes(JPEGPlanes(options, size: size, layout: layout)) {
                UInt8(Self.level($0, $1 / 8, $2 / 8))
            }
            let bytes = try Self.encoded(options, size, layout) { plane, y, x, divisors in
                let mean = Double(8 * (Self.level(plane, y, x) - 128)) / Double(divisors[0])
                return [Int16(mean.rounded())] + [Int16](repeating: 0, count: 63)
            }
            #expect(try bytes == planes.encoded(options))
        }
    }

    private static func cosine(_ k: Int, _ n: Int) -> Double {
        (k == 0 ? 0.125.squareRoot() : 0.5) * cos(Double((2 * n + 1) * k) * Double.pi / 16)
    }

    /// Blocks with few coefficients and with many, near and far in the order of the file.
    @Test(arguments: ways, [0, 1, 3, 20, 64])
    func `coefficients come back as the samples that they stand for`(
        options: JPEGOptions,
        count: Int
    ) throws {
        for (width, height) in [(1, 1), (7, 9), (33, 17), (50, 40)] {
            try expectSamples(options, PixelSize(width: width, height: height), count)
        }
    }

    @Test func `files come back that are longer than what is gathered at once`() throws {
        try expectSamples(JPEGOptions(subsampling: .s444), PixelSize(width: 336, height: 240), 20)
    }

    private func expectSamples(_ options: JPEGOptions, _ size: PixelSize, _ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(7 + count))
        for layout in [ChannelLayout.gray, .rgb] {
            var made: [[Int]: [Double]] = [:]
            let bytes = try Self.encoded(options, size, layout) { plane, y, x, divisors in
                var block = [Int16](repeating: 0, count: 64)
                for _ in 0..<count {
                    let n = Int.random(in: 0..<64, using: &generator)
                    let most = max(1, 800 / count / Int(divisors[n]))
                    block[n] = Int16(Int.random(in: -most...most, using: &generator))
                }
                made[[plane, y, x]] = (0..<64).map { Double(block[$0]) * Double(divisors[$0]) }
                return block
            }
            if size.width > 300 { #expect(bytes.count > 16_384) }
            let decoded = try StoredPlanes(bytes)
            for plane in decoded.samples.indices {
                let shape = decoded.shape(plane)
                for y in 0..<shape.height {
                    for x in 0..<shape.width {
                        let block = try #require(made[[plane, y / 8, x / 8]])
                        var exact = 128.0
                        for n in 0..<64 where block[n] != 0 {
                            let basis = Self.cosine(n % 8, x % 8) * Self.cosine(n / 8, y % 8)
                            exact += block[n] * basis
                        }
                        let limited = min(255, max(0, exact))
                        #expect(abs(Double(decoded[plane, y, x]) - limited) < 1.1)
                    }
                }
            }
        }
    }

    /// The largest possible block: the most bits, and the most bytes that need stuffing.
    @Test func `the greatest coefficients have codes`() throws {
        let size = PixelSize(width: 48, height: 32)
        let options = JPEGOptions(quality: 100, subsampling: .s444)
        let bytes = try Self.encoded(options, size, .rgb) { _, y, x, _ in
            let sign: Int16 = (x + y).isMultiple(of: 2) ? 1 : -1
            return [sign * 1016] + [Int16](repeating: sign * 1023, count: 63)
        }
        #expect(try StoredPlanes(bytes).planes.size == size)
    }

    @Test func `a profile is carried when it fits`() throws {
        let profile = try Fixture("srgb.icc").bytes
        let size = PixelSize(width: 20, height: 20)
        for layout in [ChannelLayout.gray, .rgb] {
            let bytes = try Self.encoded(JPEGOptions(), size, layout, profile: profile) {
                _,
                _,
                _,
                _ in [Int16](repeating: 0, count: 64)
            }
            let carried = try JPEGPlaneDecoder(bytes: bytes).iccProfile
            #expect(carried == (layout == .rgb ? profile : nil))
        }
    }

    @Test func `sides that a JPEG cannot hold are refused`() {
        let size = PixelSize(width: 65_501, height: 1)
        #expect(throws: CodecError.sideTooLong(size, limit: 65_500)) {
            _ = try JPEGBlockEncoder(JPEGOptions(), size: size, layout: .gray) { _ in }
        }
    }

    @Test func `takes files in one scan with the tables of the standard`() {
        #expect(JPEGBlockEncoder.fits(JPEGOptions(quality: 3, subsampling: .s444)))
        #expect(!JPEGBlockEncoder.fits(JPEGOptions(progressive: true)))
        #expect(!JPEGBlockEncoder.fits(JPEGOptions(optimized: true)))
    }

    // MARK: Sinks

    private static func encodeNoise(to sink: @escaping ByteSink) throws(CodecError) {
        var generator = SeededGenerator(seed: 5)
        let size = PixelSize(width: 900, height: 700)
        try encode(JPEGOptions(quality: 90), size, .rgb, to: sink) { _, _, _, _ in
            (0..<64).map { _ in Int16.random(in: -9...9, using: &generator) }
        }
    }

    @Test func `the first chunk is short, and those behind it grow`() throws {
        var chunks: [Int] = []
        try Self.encodeNoise { chunks.append($0.count) }
        #expect(chunks.count > 4)
        for (index, count) in chunks.dropLast().enumerated() {
            let least = min(1 << (10 + 4 * index), ImageEncoder.chunkByteCount)
            #expect((least..<(least + (16 << 10))).contains(count))
        }
    }

    @Test func `a sink that closes at any chunk ends the encoding`() throws {
        var chunkCount = 0
        try Self.encodeNoise { _ in chunkCount += 1 }
        for closing in 1...chunkCount {
            var calls = 0
            #expect(throws: CodecError.sinkClosed) {
                try Self.encodeNoise { (_: [UInt8]) throws(SinkClosed) in
                    calls += 1
                    if calls == closing { throw SinkClosed() }
                }
            }
            #expect(calls == closing)
        }
    }
}
