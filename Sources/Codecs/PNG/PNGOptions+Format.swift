// SPDX-License-Identifier: Apache-2.0

import Raster

extension PNGOptions: WrittenFormat {
    static var format: ImageFormat { .png }

    static var keepsAlpha: Bool { true }

    /// The greatest width or height that a file can state.
    private static let maximumSide = Int(Int32.max)

    init(_ settings: EncoderSettings) {
        self.init(reduces: true)
        self.settings = settings.kept(for: .png)
    }

    var encoding: EncodingOptions { .png(self) }

    var listing: [EncoderSetting] {
        settings.listing(of: EncoderOption.options(of: .png)) + [.init("reduces", .flag(reduces))]
    }

    var depth: SampleDepth { bitDepth }

    var dithers: Bool { dither }

    var isHeldBack: Bool { false }

    /// The costs of the levels of zlib for samples of 8 bits; from level 7 on, strategies are compared.
    private static let costs = [
        EncodingCost(8), EncodingCost(95), EncodingCost(105), EncodingCost(140),
        EncodingCost(190), EncodingCost(270), EncodingCost(330, 450, 450),
        EncodingCost(1200, 1050, 650), EncodingCost(1450, 1450, 1050),
        EncodingCost(1450, 1450, 1050),
    ]

    /// The cost of the own encoder; the library replaces it where it makes much shorter files.
    private static let ownCost = 12

    func passes(size: PixelSize) -> Int {
        let cost = compression.map { Self.costs[$0].passes(pixelCount: size.pixelCount) }
        return (cost ?? Self.ownCost) * bitDepth.byteCount
    }

    /// Returns the same options with the bit depth of the image, so that 16 bits survive, and 8
    /// bits do not grow.
    func storing(_ depth: SampleDepth) -> EncodingOptions {
        var options = self
        options.bitDepth = depth
        return .png(options)
    }

    /// The greatest amount of memory for the compressed profile and for rows, in bytes.
    ///
    /// The own encoder has the row, its copy and a copy of the row before, the filtered rows, and
    /// the chunk. The library has its row, the one before, and one for each filter that is tried.
    /// Held rows become free as they are written. Pixel formats, strategies and encoders are tried
    /// one after another, each with a compressor of its own.
    func workingByteCount(size: PixelSize, layout: ChannelLayout, profileByteCount: Int) -> Int {
        profileByteCount + profileByteCount >> 8
            + size.width.roundedUp(to: 32) * layout.channelCount * bitDepth.byteCount
            * (compression == nil && !mayHold(size, layout) ? 5 : 8)
            + (mayHold(size, layout) ? min(byteCount(size, layout), Self.heldByteLimit) : 0)
            + (searches ? 1 << 20 : 0)
    }

    /// Whether several strategies of compression are tried, and the smallest result is taken.
    var searches: Bool { reduces && (compression ?? 0) >= 7 }

    /// Whether rows may be held back until the smallest pixel format for the image is known.
    ///
    /// Without compression, sizes do not matter.
    private func mayHold(_ size: PixelSize, _ layout: ChannelLayout) -> Bool {
        reduces && compression != 0
            && (searches || byteCount(size, layout) <= Self.heldByteLimit)
    }

    private func byteCount(_ size: PixelSize, _ layout: ChannelLayout) -> Int {
        size.pixelCount * layout.channelCount * bitDepth.byteCount
    }

    /// The greatest size of compressed pixels: the size of incompressible samples after deflate.
    func maximumPixelByteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        let row = size.width * layout.channelCount * bitDepth.byteCount + 1
        return row * size.height + (row * size.height) >> 7
    }

    func makeWriter(
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any RowWriter & ~Copyable {
        guard size.width <= Self.maximumSide, size.height <= Self.maximumSide else {
            throw .sideTooLong(size, limit: Self.maximumSide)
        }
        if mayHold(size, layout) {
            return PNGReducingWriter(
                self,
                size: size,
                layout: layout,
                profile: profile,
                to: output
            )
        }
        let form = PNGForm(layout, bitDepth)
        return try makeWriter(
            form,
            strategies(for: form)[0],
            size: size,
            profile: profile,
            to: output
        )
    }

    /// Returns the ways to compress a pixel format that are worth a trial: nil for the own encoder.
    ///
    /// The own encoder looks for little more than runs, enough for smooth images. Where it is
    /// not, the first level of zlib makes less, as it does of indices and few levels.
    func strategies(for form: PNGForm) -> [PNGStrategy?] {
        if searches { return PNGStrategy.allCases }
        return compression == nil && form.isSmooth ? [nil, .differences] : [PNGStrategy(form)]
    }

    /// Creates an encoder for a pixel format, and begins its file.
    ///
    /// - Parameters:
    ///   - form: The pixel format.
    ///   - strategy: The way to compress rows; nil for the own encoder.
    ///   - size: The extent.
    ///   - profile: The color profile.
    ///   - output: The receiver of the file.
    /// - Returns: The encoder.
    /// - Throws: That memory is exhausted, or that the receiver takes no more.
    func makeWriter(
        _ form: PNGForm,
        _ strategy: PNGStrategy?,
        size: PixelSize,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any RowWriter & ~Copyable {
        guard let strategy else {
            return try PNGStreamWriter(form, size: size, profile: profile, to: output)
        }
        return try PNGWriter.open(
            form,
            strategy,
            level: compression ?? 1,
            size: size,
            profile: profile,
            to: output
        )
    }
}

extension PNGWriter: RowWriter {}
