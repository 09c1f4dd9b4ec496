// SPDX-License-Identifier: Apache-2.0

import Raster

/// The contents of a PNG's IHDR chunk: size, channels, bit depth and interlacing.
///
/// Reference: ISO/IEC 15948:2004, 11.2.2.
struct PNGImageHeader {
    let size: PixelSize
    /// The number of bits per sample in the file: 1, 2, 4, 8 or 16.
    let bitDepth: Int
    /// The channels that the color type states; a palette counts as RGB, and a tRNS chunk as no
    /// alpha.
    let layout: ChannelLayout
    let hasPalette: Bool
    let isInterlaced: Bool

    init(
        _ bytes: Span<UInt8>,
        _ chunk: PNGChunk,
        limits: DecodeLimits
    ) throws(CodecError) {
        let start = chunk.contents.lowerBound
        guard chunk.type == .header, chunk.contents.count == 13,
            let width = bytes.bigEndian32(at: start),
            let height = bytes.bigEndian32(at: start + 4)
        else { throw .corrupt(.structure(offset: start - 8)) }
        let sides = 1...Int(Int32.max)
        guard sides.contains(width), sides.contains(height) else { throw .corrupt(.dimensions) }
        size = PixelSize(width: width, height: height)
        bitDepth = Int(bytes[start + 8])
        guard let layout = Self.layout(colorType: bytes[start + 9], bitDepth: bitDepth),
            bytes[start + 10] == 0, bytes[start + 11] == 0, bytes[start + 12] <= 1
        else { throw .corrupt(.structure(offset: start + 8)) }
        self.layout = layout
        hasPalette = bytes[start + 9] == 3
        isInterlaced = bytes[start + 12] == 1
        try limits.check(size)
    }

    /// The greatest amount of memory that libpng allocates to decode the image, in bytes.
    ///
    /// It includes the state of the codec, its input and the window of inflate; the row, the
    /// previous row and the expanded row; and a gamma table. An interlaced image is held whole,
    /// as indices if there is a palette.
    func decoderByteCount(layout: ChannelLayout) -> Int {
        let sampleByteCount = bitDepth == 16 ? 2 : 1
        let rowByteCount = size.width * layout.channelCount * sampleByteCount
        let streaming = (512 << 10) + 5 * rowByteCount
        guard isInterlaced else { return streaming }
        return streaming + (hasPalette ? size.width : rowByteCount) * size.height
    }

    /// The channels for a color type and a bit depth; nil for an invalid pair.
    ///
    /// Reference: ISO/IEC 15948:2004, table 11.1.
    private static func layout(colorType: UInt8, bitDepth: Int) -> ChannelLayout? {
        switch (colorType, bitDepth) {
        case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16): .gray
        case (2, 8), (2, 16): .rgb
        case (3, 1), (3, 2), (3, 4), (3, 8): .rgb
        case (4, 8), (4, 16): .grayAlpha
        case (6, 8), (6, 16): .rgba
        default: nil
        }
    }
}
