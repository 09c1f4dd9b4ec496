// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct JPEGPlaneEncodingTests {
    private static let sizes = [(1, 1), (2, 3), (7, 9), (16, 16), (17, 33), (130, 70), (129, 71)]

    private static let ways = [
        JPEGOptions(), JPEGOptions(subsampling: .s444), JPEGOptions(progressive: true),
        JPEGOptions(subsampling: .s444, progressive: true), JPEGOptions(optimized: true),
        JPEGOptions().with(.smooth), JPEGOptions(subsampling: .s444).with(.flat),
    ]

    @Test(arguments: ways, sizes)
    func `a gray plane makes the file that a gray picture makes`(
        options: JPEGOptions,
        size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        let picture = Picture.noise(size, .gray)
        let exact = Picture(size, .gray) { x, y, _ in UInt16(picture.level(x, y, 0)) * 257 }
        let planes = StoredPlanes(JPEGPlanes(options, size: size, layout: .gray)) { _, y, x in
            UInt8(picture.level(x, y, 0))
        }
        #expect(try planes.encoded(options) == exact.encoded(.jpeg(options)))
    }

    /// An orthonormal transform spreads no error: at quality 100 the steps are 1, and a sample of a
    /// smooth plane stays within the sum of a few halves.
    @Test(arguments: ways, sizes)
    func `planes come back within quantization`(
        options: JPEGOptions,
        size: (width: Int, height: Int)
    ) throws {
        let size = PixelSize(width: size.width, height: size.height)
        var options = options
        options.quality = 100
        let planes = StoredPlanes(JPEGPlanes(options, size: size, layout: .rgb)) { plane, y, x in
            UInt8(30 + 40 * plane + (x * 3 + y * 2) % 101)
        }
        let decoded = try StoredPlanes(planes.encoded(options))
        #expect(decoded.planes == planes.planes)
        for (left, right) in zip(planes.samples, decoded.samples) {
            #expect(left.count == right.count)
            #expect(zip(left, right).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
        }
    }

    @Test(arguments: ways)
    func `planes of a file make the file again`(options: JPEGOptions) throws {
        let size = PixelSize(width: 96, height: 64)
        let bytes = try Picture.slopes(size, .rgb).encoded(.jpeg(options))
        let once = try StoredPlanes(bytes)
        let twice = try StoredPlanes(once.encoded(options))
        for (left, right) in zip(once.samples, twice.samples) {
            #expect(zip(left, right).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
        }
    }

    /// The last column and row are black; anything else behind them would ring into the picture.
    @Test func `what lies beyond the edges is the edge repeated`() throws {
        let size = PixelSize(width: 9, height: 9)
        let options = JPEGOptions(quality: 100, subsampling: .s444)
        let planes = StoredPlanes(JPEGPlanes(options, size: size, layout: .gray)) { _, y, x in
            x == 8 || y == 8 ? 0 : 200
        }
        let whole = StoredPlanes(
            JPEGPlanes(options, size: PixelSize(width: 16, height: 16), layout: .gray)
        ) { _, y, x in x >= 8 || y >= 8 ? 0 : 200 }
        let (cut, uncut) = try (
            StoredPlanes(planes.encoded(options)), StoredPlanes(whole.encoded(options))
        )
        for y in 0..<9 {
            for x in 0..<9 { #expect(cut[0, y, x] == uncut[0, y, x]) }
        }
    }

    @Test func `a profile is carried when it fits`() throws {
        let profile = try Fixture("srgb.icc").bytes
        let size = PixelSize(width: 20, height: 20)
        for layout in [ChannelLayout.gray, .rgb] {
            let planes = StoredPlanes(JPEGPlanes(JPEGOptions(), size: size, layout: layout)) {
                _,
                _,
                _ in 100
            }
            let bytes = try planes.encoded(JPEGOptions(), profile: profile)
            let carried = try JPEGPlaneDecoder(bytes: bytes).iccProfile
            #expect(carried == (layout == .rgb ? profile : nil))
        }
    }

    @Test func `sides that a JPEG cannot hold are refused`() {
        let size = PixelSize(width: 65_501, height: 1)
        #expect(throws: CodecError.sideTooLong(size, limit: 65_500)) {
            _ = try JPEGPlaneEncoder(JPEGOptions(), size: size, layout: .gray) { _ in }
        }
    }

    // MARK: Sinks

    private static let noise = StoredPlanes(
        JPEGPlanes(JPEGOptions(), size: PixelSize(width: 600, height: 500), layout: .rgb)
    ) { plane, y, x in UInt8(truncatingIfNeeded: (x &* 31 &+ y &* 17 &+ plane) &* 2_654_435 >> 7) }

    @Test(arguments: [JPEGOptions(), JPEGOptions(progressive: true)])
    func `the first chunk is short, and those behind it grow`(options: JPEGOptions) throws {
        var chunks: [Int] = []
        try Self.noise.encode(options) { chunks.append($0.count) }
        #expect(chunks.count > 4)
        for (index, count) in chunks.dropLast().enumerated() {
            let least = min(1 << (10 + 4 * index), ImageEncoder.chunkByteCount)
            #expect((least..<(least + (16 << 10))).contains(count))
        }
    }

    @Test(arguments: [JPEGOptions(), JPEGOptions(progressive: true)])
    func `a sink that closes at any chunk ends the encoding`(options: JPEGOptions) throws {
        var chunkCount = 0
        try Self.noise.encode(options) { _ in chunkCount += 1 }
        for closing in 1...chunkCount {
            var calls = 0
            #expect(throws: CodecError.sinkClosed) {
                try Self.noise.encode(options) { (_: [UInt8]) throws(SinkClosed) in
                    calls += 1
                    if calls == closing { throw SinkClosed() }
                }
            }
            #expect(calls == closing)
        }
    }

    @Test func `finishing what was held back asks whether to go on`() throws {
        var asked = 0
        let options = JPEGOptions(progressive: true)
        #expect(throws: CodecError.interrupted) {
            try Self.noise.encode(
                options,
                shouldContinue: {
                    asked += 1
                    return asked < 10
                },
                to: { _ in }
            )
        }
        #expect(asked == 10)
    }
}
