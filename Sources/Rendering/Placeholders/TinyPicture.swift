// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Synchronization

/// Encodes an image as a PNG of a few pixels for enlargement by an app.
enum TinyPicture {
    /// The greatest length of the PNG file in bytes: its data URI has at most 400 characters.
    static let byteLimit = 282

    /// The greatest width or height that is tried, in pixels.
    private static let longestSide = 16

    /// The bytes of the file that are not samples, such as the signature and chunk headers.
    private static let overhead = 81

    /// Encodes a grid as a PNG file, reduced until the file is short enough.
    static func file(of grid: ColorGrid) throws(RenderError) -> [UInt8] {
        let layout: ChannelLayout = grid.isOpaque ? .rgb : .rgba
        for side in (1...longestSide).reversed() {
            let size = ColorGrid.size(for: grid.size, side: side)
            let rowByteCount = 1 + size.width * layout.channelCount
            // An image of few colors is compressed, but not to less than half.
            guard rowByteCount * size.height / 2 + overhead <= byteLimit || side == 1 else {
                continue
            }
            let bytes = try encode(grid.reduced(side: side), layout)
            if bytes.count <= byteLimit || side == 1 { return bytes }
        }
        return []
    }

    private static func encode(
        _ grid: ColorGrid,
        _ layout: ChannelLayout
    ) throws(RenderError) -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        var band = Band<Straight>(
            layout: layout,
            width: grid.size.width,
            capacity: grid.size.height
        )
        for y in 0..<grid.size.height {
            for x in 0..<grid.size.width { band.set(grid.colors[y * grid.size.width + x], x, y) }
        }
        band.rowCount = grid.size.height
        do {
            var encoder = try ImageEncoder(
                .png(PNGOptions(compression: 9, reduces: true)),
                size: grid.size,
                layout: layout
            ) { chunk in file.withLock { $0 += chunk } }
            try encoder.encodeRows(band)
            try encoder.finish()
        } catch {
            throw .codec(error)
        }
        return file.withLock { $0 }
    }
}
