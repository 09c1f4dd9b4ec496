// SPDX-License-Identifier: Apache-2.0

import Raster

extension GIFOptions: MovingFormat {
    static var format: ImageFormat { .gif }

    static var keepsAlpha: Bool { true }

    static var keepsGray: Bool { false }

    static var keepsProfile: Bool { false }

    static var moves: Bool { true }

    static var holdsFrames: Bool { false }

    /// The greatest width or height that a file can state.
    private static let maximumSide = Int(UInt16.max)

    init(_ settings: EncoderSettings) { self.init() }

    var encoding: EncodingOptions { .gif(self) }

    var listing: [EncoderSetting] { [.init("dither", .flag(dither))] }

    var depth: SampleDepth { .eight }

    /// False, as the palette is dithered by the encoder.
    var dithers: Bool { false }

    var isHeldBack: Bool { true }

    func passes(size: PixelSize) -> Int { 70 }

    /// The greatest amount of memory for a frame, its indices, and the tables of the palette.
    func workingByteCount(size: PixelSize, layout: ChannelLayout, profileByteCount: Int) -> Int {
        size.pixelCount * (layout.channelCount + 9) + (4 << 20)
    }

    /// The greatest size of the indices: codes of 12 bits for single pixels, in blocks.
    func maximumPixelByteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        size.pixelCount * 8 / 5 + (4 << 10)
    }

    func makeWriter(
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any RowWriter & ~Copyable {
        let facts = MotionFacts(size: size, layout: layout, frameCount: 1, playCount: 1)
        return GIFStillWriter(facts, try makeFrameWriter(facts, profile: nil, to: output))
    }

    func makeFrameWriter(
        _ facts: MotionFacts,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any FrameWriter {
        guard facts.size.width <= Self.maximumSide, facts.size.height <= Self.maximumSide else {
            throw .sideTooLong(facts.size, limit: Self.maximumSide)
        }
        return GIFWriter(self, facts, to: output)
    }
}

/// An encoder of a GIF of one frame, which needs all of its rows.
private final class GIFStillWriter: RowWriter {
    private let facts: MotionFacts
    private let writer: any FrameWriter
    private var bytes: [UInt8] = []

    init(_ facts: MotionFacts, _ writer: any FrameWriter) {
        self.facts = facts
        self.writer = writer
    }

    func writeRow(_ row: Span<UInt8>) { bytes.append(row) }

    func finish() throws(CodecError) {
        try writer.write(
            PackedFrame(
                size: facts.size,
                pixelByteCount: facts.layout.channelCount,
                bytes: bytes,
                former: [],
                time: .zero ..< .zero
            )
        )
        try writer.finish()
    }
}
