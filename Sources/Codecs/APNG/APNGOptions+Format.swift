// SPDX-License-Identifier: Apache-2.0

import Raster

extension APNGOptions: MovingFormat {
    static var format: ImageFormat { .apng }

    static var keepsAlpha: Bool { true }

    static var moves: Bool { true }

    static var holdsFrames: Bool { false }

    init(_ settings: EncoderSettings) {
        self.init()
        png.settings = settings.kept(for: .apng)
    }

    var encoding: EncodingOptions { .apng(self) }

    var listing: [EncoderSetting] { png.settings.listing(of: EncoderOption.options(of: .apng)) }

    var depth: SampleDepth { png.depth }

    var dithers: Bool { png.dithers }

    var isHeldBack: Bool { false }

    func passes(size: PixelSize) -> Int { png.passes(size: size) }

    func storing(_ depth: SampleDepth) -> EncodingOptions {
        var options = self
        options.png.bitDepth = depth
        return .apng(options)
    }

    func workingByteCount(size: PixelSize, layout: ChannelLayout, profileByteCount: Int) -> Int {
        png.workingByteCount(size: size, layout: layout, profileByteCount: profileByteCount)
            + maximumPixelByteCount(size: size, layout: layout)
    }

    func maximumPixelByteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        png.maximumPixelByteCount(size: size, layout: layout)
    }

    /// Creates an encoder of a still, which is an ordinary PNG.
    func makeWriter(
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any RowWriter & ~Copyable {
        try png.makeWriter(size: size, layout: layout, profile: profile, to: output)
    }

    func makeFrameWriter(
        _ facts: MotionFacts,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any FrameWriter {
        APNGWriter(png, facts, profile: profile, to: output)
    }
}
