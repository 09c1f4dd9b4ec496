// SPDX-License-Identifier: Apache-2.0

import Raster

extension JPEGOptions: WrittenFormat {
    static var format: ImageFormat { .jpeg }

    static var keepsAlpha: Bool { false }

    init(_ settings: EncoderSettings) {
        self.init()
        self.settings = settings.kept(for: .jpeg)
    }

    var encoding: EncodingOptions { .jpeg(self) }

    var listing: [EncoderSetting] { settings.listing(of: EncoderOption.options(of: .jpeg)) }

    var depth: SampleDepth { .eight }

    /// The sigmas of blurs, in pixels, from which other codes than the standard ones are shorter.
    private static let (smoothSigma, flatSigma): (Float, Float) = (4, 22)

    func adapted(to traits: ImageTraits) -> EncodingOptions {
        var options = self
        let sigma = traits.sigma
        options.codes =
            sigma < Self.smoothSigma ? .standard : sigma < Self.flatSigma ? .smooth : .flat
        options.subsampling = subsampling.resolved(for: traits, quality: quality)
        return .jpeg(options)
    }

    var dithers: Bool { dither }

    /// Whether the file gets its own Huffman tables, for which all coefficients must be known
    /// first.
    var isHeldBack: Bool { progressive || optimized }

    func passes(size: PixelSize) -> Int { progressive ? 24 : optimized ? 13 : 6 }

    /// The memory in bytes for a row of blocks and, if the encoder holds all coefficients back, for
    /// these with 16 bits each.
    func workingByteCount(size: PixelSize, layout: ChannelLayout, profileByteCount: Int) -> Int {
        let rows = size.width.roundedUp(to: 32) * layout.channelCount * 64
        return isHeldBack ? rows + sampleCount(size: size, layout: layout) * 2 : rows
    }

    /// The greatest size of encoded pixels, in bytes: 2.5 per sample, or 1.5 with Huffman tables
    /// computed for the image.
    ///
    /// A coefficient of the greatest mean energy, 128², takes 18 bits with the standard tables, and
    /// has an entropy of 9. Photos at usual qualities take a tenth of that.
    ///
    /// Reference: ITU-T T.81, table K.5.
    func maximumPixelByteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        sampleCount(size: size, layout: layout) * (isHeldBack ? 3 : 5) / 2
    }

    /// The number of samples that the file stores, in whole MCUs.
    private func sampleCount(size: PixelSize, layout: ChannelLayout) -> Int {
        let luminance = size.width.roundedUp(to: 16) * size.height.roundedUp(to: 16)
        let isSubsampled = layout == .rgb && subsampling != .s444
        return isSubsampled ? luminance * 3 / 2 : luminance * layout.channelCount
    }

    func makeWriter(
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any RowWriter & ~Copyable {
        try JPEGWriter.open(self, size: size, layout: layout, profile: profile, to: output)
    }
}

extension JPEGWriter: RowWriter {}
