// SPDX-License-Identifier: Apache-2.0

import Raster

/// The options of a format that an external codec encodes, which takes the picture as a whole.
protocol ForeignWrittenFormat: WrittenFormat {
    /// The greatest width or height that a file can state.
    static var maximumSide: Int { get }

    /// The accepted efforts: the lowest is the fastest, the highest gives the smallest files.
    static var effortRange: ClosedRange<Int> { get }

    /// The effort of the encoder unless another is chosen.
    static var defaultEffort: Int { get }

    /// The values of the options that the codec gets, with the effort in ``effortRange``.
    var settings: EncoderSettings { get }

    /// The greatest amount of memory that the codec takes beside rows and file, in bytes.
    func libraryByteCount(size: PixelSize) -> Int
}

extension ForeignWrittenFormat {
    /// The quality, or that the file is lossless, and then the other options that have an effect.
    var listing: [EncoderSetting] {
        let isLossless = settings[flag: .lossless]
        let others = EncoderOption.options(of: Self.format).filter {
            $0 != .lossless && $0 != .quality && !(isLossless && $0 == .subsampling)
        }
        return settings.listing(of: [isLossless ? .lossless : .quality] + others)
    }

    /// Eight bits by default.
    var depth: SampleDepth { .eight }

    /// Always true, as the codec takes whole pictures.
    var isHeldBack: Bool { true }

    /// Converts an effort on the common scale of 0 to 9 to the scale of the format, or returns the
    /// default.
    static func effort(_ settings: EncoderSettings) -> Int {
        let common = settings[.effort]
        guard common != EncoderOption.open else { return defaultEffort }
        return effortRange.lowerBound + (common * (effortRange.count - 1) + 4) / 9
    }

    func workingByteCount(size: PixelSize, layout: ChannelLayout, profileByteCount: Int) -> Int {
        size.pixelCount * layout.channelCount * depth.byteCount + profileByteCount
            + libraryByteCount(size: size)
    }

    /// The greatest size of the file in bytes, counted twice: once in shared memory and once in the
    /// output.
    ///
    /// No encoder makes noise longer than its samples.
    func maximumPixelByteCount(size: PixelSize, layout: ChannelLayout) -> Int {
        2 * size.pixelCount * layout.channelCount * depth.byteCount
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
        var picture = ForeignEncoding(Self.format, size: size, layout: layout, settings)
        picture.profile = profile
        picture.depth = depth
        picture.allowance = CodecAllowance(
            byteCount: libraryByteCount(size: size),
            price: CodecPrice.duration(
                passes: passes(size: size),
                sampleCount: size.pixelCount * layout.channelCount
            )
        )
        let service = try ForeignCodecHost.service(for: Self.format)
        return ForeignWriter(try service.makeCanvas(picture), to: output)
    }
}
