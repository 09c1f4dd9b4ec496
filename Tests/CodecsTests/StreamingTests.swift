// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct StreamingTests {
    static let options: [EncodingOptions] = [
        .jpeg(JPEGOptions(quality: 95)), .jpeg(JPEGOptions(progressive: true)),
        .png(PNGOptions()), .png(PNGOptions(compression: 6)),
    ]

    static let picture = Picture.noise(PixelSize(width: 300, height: 200), .rgb)

    // MARK: Sources

    @Test(
        arguments: ["yuv420.jpg", "progressive.jpg", "rgb16-interlaced.png", "profile.png"],
        [1, 2, 3, 13, 1000]
    )
    func `a file in pieces decodes as the whole`(name: String, pieces: Int) throws {
        let bytes = try Fixture(name).bytes
        let source = Source(bytes, pieces: pieces)
        let decoder = try ImageDecoder(reading: source.next)
        #expect(try Picture(decoder) == Picture(bytes))
    }

    @Test(arguments: ["yuv420.jpg", "progressive.jpg", "rgb8.png", "rgb8-interlaced.png"])
    func `a source that fails anywhere ends the decoding`(name: String) throws {
        let bytes = try Fixture(name).bytes
        for failsAfter in stride(from: 0, to: bytes.count - 64, by: 64) {
            let source = Source(bytes, pieces: 64, failsAfter: failsAfter)
            #expect(throws: CodecError.sourceFailed) {
                try Picture(ImageDecoder(reading: source.next))
            }
        }
    }

    @Test(arguments: [EncodingOptions.jpeg(JPEGOptions(quality: 95)), .png(PNGOptions())])
    func `rows are decoded before the end of the file is read`(options: EncodingOptions) throws {
        let bytes = try Picture.noise(PixelSize(width: 500, height: 500), .rgb).encoded(options)
        let source = Source(bytes, pieces: 1000)
        var decoder = try ImageDecoder(reading: source.next)
        var band = Band<Straight>(layout: .rgb, width: 500, capacity: 16)
        try decoder.decodeRows(into: &band)
        #expect(source.position < bytes.count / 5)
    }

    @Test(arguments: ["progressive.jpg", "rgb8-interlaced.png"])
    func `materializing asks whether to go on`(name: String) throws {
        let bytes = try Fixture(name).bytes
        #expect(throws: CodecError.interrupted) {
            try Picture(
                ImageDecoder(bytes: bytes, supervision: Supervision(mayContinue: { false }))
            )
        }
    }

    // MARK: Sinks

    @Test(arguments: options)
    func `the first chunk is short, and those behind it grow`(options: EncodingOptions) throws {
        var chunks: [Int] = []
        try Self.picture.encode(options) { chunks.append($0.count) }
        #expect(chunks.count > 2)
        for (index, count) in chunks.dropLast().enumerated() {
            let least = min(
                ImageEncoder.firstChunkByteCount << (4 * index),
                ImageEncoder.chunkByteCount
            )
            #expect((least..<(least + (16 << 10))).contains(count))
        }
    }

    /// At the quality where none is asked for, blurred: 4 bits for a block.
    @Test func `the beginning of a small JPEG leaves with its first rows`() throws {
        let picture = Picture.slopes(PixelSize(width: 2000, height: 400), .rgb)
        var chunks: [Int] = []
        var encoder = try ImageEncoder(
            .jpeg(JPEGOptions()),
            size: picture.size,
            layout: .rgb
        ) { chunks.append($0.count) }
        try encoder.encodeRows(picture.band(from: 0, capacity: 96))
        #expect(!chunks.isEmpty && chunks[0] < 2 << 10)
    }

    @Test(arguments: [EncodingOptions.jpeg(JPEGOptions(quality: 95)), .png(PNGOptions())])
    func `the beginning leaves before the last row is in`(options: EncodingOptions) throws {
        var delivered = 0
        var encoder = try ImageEncoder(options, size: Self.picture.size, layout: .rgb) {
            delivered += $0.count
        }
        try encoder.encodeRows(Self.picture.band(from: 0, capacity: 100))
        #expect(delivered > 0)
    }

    private static let heldBack: [EncodingOptions] = [
        .jpeg(JPEGOptions(quality: 100, progressive: true)),
        .jpeg(JPEGOptions(quality: 100, optimized: true)),
    ]

    @Test(arguments: heldBack)
    func `finishing what was held back asks whether to go on`(options: EncodingOptions) throws {
        let asked = try Self.encode(options) { _, _ in true }
        #expect(asked >= Self.picture.size.height / 16)
        for stop in [1, 2, asked / 2, asked] {
            #expect(throws: CodecError.interrupted) {
                _ = try Self.encode(options) { count, _ in count < stop }
            }
        }
    }

    @Test(arguments: heldBack)
    func `what is complete leaves while the rest is finished`(options: EncodingOptions) throws {
        var chunksSeen: Set<Int> = []
        _ = try Self.encode(options) { _, chunkCount in
            chunksSeen.insert(chunkCount)
            return true
        }
        #expect(chunksSeen.contains(0) && chunksSeen.contains(1))
    }

    @Test(arguments: [EncodingOptions.jpeg(JPEGOptions()), .png(PNGOptions())])
    func `a file that was not held back is finished without asking`(
        options: EncodingOptions
    ) throws {
        #expect(try Self.encode(options) { _, _ in false } <= 1)
    }

    /// Encodes the picture; the check gets how often it was asked, and the chunks that have left.
    ///
    /// - Returns: How often the check was asked.
    private static func encode(
        _ options: EncodingOptions,
        asking check: @escaping (_ count: Int, _ chunkCount: Int) -> Bool
    ) throws -> Int {
        var count = 0
        var chunkCount = 0
        var encoder = try ImageEncoder(
            options,
            size: picture.size,
            layout: picture.layout,
            supervision: Supervision(mayContinue: {
                count += 1
                return check(count, chunkCount)
            }),
            sink: { _ in chunkCount += 1 }
        )
        try encoder.encodeRows(picture.band(from: 0, capacity: picture.size.height))
        try encoder.finish()
        return count
    }

    @Test(arguments: options)
    func `a sink that closes at any chunk ends the encoding`(options: EncodingOptions) throws {
        var chunkCount = 0
        try Self.picture.encode(options) { _ in chunkCount += 1 }
        for closing in 1...chunkCount {
            var calls = 0
            #expect(throws: CodecError.sinkClosed) {
                try Self.picture.encode(options) { (_: [UInt8]) throws(SinkClosed) in
                    calls += 1
                    if calls == closing { throw SinkClosed() }
                }
            }
            #expect(calls == closing)
        }
    }
}
