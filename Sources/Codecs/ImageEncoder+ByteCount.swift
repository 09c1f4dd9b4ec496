// SPDX-License-Identifier: Apache-2.0

public import Raster

extension ImageEncoder {
    /// An upper estimate of the bytes that an encoder allocates, what the sink got excluded.
    ///
    /// A JPEG with Huffman tables of its own, progressive ones included, holds all coefficients:
    /// 16 bits for each sample. Of the profile the encoder keeps a copy; for a PNG it is compressed.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The bytes of the color profile, or the most that they may be.
    /// - Returns: Bytes.
    public static func byteCount(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profileByteCount: Int = 0
    ) -> Int {
        let width = size.width.roundedUp(to: 32)
        let fixed = fixedByteCount + profileByteCount
        switch options {
        case .jpeg(let options):
            let rows = width * layout.channelCount * 64
            guard options.progressive || options.optimized else { return fixed + rows }
            return fixed + rows + sampleCount(options, size: size, layout: layout) * 2
        case .png(let options):
            // The row, its copy and that of the one before, what filters leave, and the chunk; or the
            // library's row, the one before, and one for each filter that is tried.
            let rows = options.compression == nil ? 5 : 8
            return fixed + profileByteCount + profileByteCount >> 8
                + width * layout.channelCount * options.bitDepth.byteCount * rows
        }
    }

    /// An upper bound of the bytes of a file, which is what collects in memory when the sink keeps
    /// it, or nothing takes it while ``finish()`` writes what was held back.
    ///
    /// For a PNG what deflate makes of samples that cannot be compressed. For a JPEG two and a half
    /// bytes a sample, with tables of its own one and a half: a coefficient of the greatest mean
    /// energy, 128², takes 18 bits of the standard tables, and has an entropy of 9. Photos at the
    /// usual qualities take a tenth.
    ///
    /// Reference: ITU-T T.81, table K.5.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The bytes of the color profile, or the most that they may be.
    /// - Returns: Bytes.
    public static func maximumEncodedByteCount(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profileByteCount: Int = 0
    ) -> Int {
        let overhead = (4 << 10) + profileByteCount + profileByteCount >> 8
        switch options {
        case .jpeg(let options):
            let samples = sampleCount(options, size: size, layout: layout)
            return overhead + samples * (options.progressive || options.optimized ? 3 : 5) / 2
        case .png(let options):
            let row = size.width * layout.channelCount * options.bitDepth.byteCount + 1
            return overhead + row * size.height + row * size.height >> 7
        }
    }

    /// The samples that a JPEG stores, in whole groups of blocks.
    private static func sampleCount(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        let luminance = size.width.roundedUp(to: 16) * size.height.roundedUp(to: 16)
        let isSubsampled = layout == .rgb && options.subsampling == .s420
        return isSubsampled ? luminance * 3 / 2 : luminance * layout.channelCount
    }

    /// The codec's own state, the deflate window and tables, and the chunk that is being gathered.
    private static let fixedByteCount = 768 << 10
}
