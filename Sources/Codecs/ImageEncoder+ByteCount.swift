// SPDX-License-Identifier: Apache-2.0

public import Raster

extension ImageEncoder {
    /// An upper estimate of the bytes that an encoder allocates, what the sink got excluded.
    ///
    /// A JPEG with Huffman tables of its own, progressive ones included, holds all coefficients:
    /// 16 bits for each sample.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent.
    ///   - layout: The channels.
    /// - Returns: Bytes.
    public static func byteCount(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        let width = size.width.roundedUp(to: 32)
        switch options {
        case .jpeg(let options):
            let rows = width * layout.channelCount * 64
            guard options.progressive || options.optimized else { return fixedByteCount + rows }
            let samples = width * size.height.roundedUp(to: 32) * layout.channelCount
            let isSubsampled = layout == .rgb && options.subsampling == .s420
            return fixedByteCount + rows + (isSubsampled ? samples : samples * 2)
        case .png(let options):
            // The row, the one before, and one for each filter that is tried.
            return fixedByteCount + width * layout.channelCount * options.bitDepth.byteCount * 8
        }
    }

    /// The codec's own state, the deflate window and tables, and the chunk that is being gathered.
    private static let fixedByteCount = 768 << 10
}
