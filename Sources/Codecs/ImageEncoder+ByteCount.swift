// SPDX-License-Identifier: Apache-2.0

public import Raster

extension ImageEncoder {
    /// The greatest amount of memory that an encoder allocates, in bytes, without the bytes given
    /// to the sink.
    ///
    /// A JPEG with its own Huffman tables, such as a progressive one, holds all coefficients: 16
    /// bits for each sample. The encoder keeps a copy of the profile; for a PNG it is compressed.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The size of the color profile, or its greatest size.
    /// - Returns: The number of bytes.
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

    /// The greatest size of a file, in bytes.
    ///
    /// That much collects in memory when the sink keeps the file, or when nobody reads while
    /// ``finish()`` writes it.
    ///
    /// For a PNG this is the size of incompressible samples after deflate. For a JPEG it is two and
    /// a half bytes a sample, or one and a half with its own Huffman tables: a coefficient of the
    /// greatest mean energy, 128², takes 18 bits with the standard tables, and has an entropy of 9.
    /// Photos at usual qualities take a tenth of that.
    ///
    /// Reference: ITU-T T.81, table K.5.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The size of the color profile, or its greatest size.
    /// - Returns: The number of bytes.
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

    /// The number of samples that a JPEG stores, in whole MCUs.
    private static func sampleCount(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        let luminance = size.width.roundedUp(to: 16) * size.height.roundedUp(to: 16)
        let isSubsampled = layout == .rgb && options.subsampling == .s420
        return isSubsampled ? luminance * 3 / 2 : luminance * layout.channelCount
    }

    /// The memory for the codec's state, the deflate window and tables, and the current chunk.
    private static let fixedByteCount = 768 << 10
}
