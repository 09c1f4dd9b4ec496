// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// What must hold of any rows that are written as a PNG without a level: they come back.
///
/// Of an input the first byte gives the layout and the depth, two the width, one how often what
/// follows is repeated; that are the samples. Repetitions make runs, matches, and several blocks.
package enum EncodingCheck {
    private static let layouts: [ChannelLayout] = [.gray, .grayAlpha, .rgb, .rgba]
    private static let maximumByteCount = 1 << 18

    /// Checks one input.
    package static func run(_ bytes: [UInt8]) {
        guard bytes.count > 4 else { return }
        let layout = layouts[Int(bytes[0] & 3)]
        let depth: SampleDepth = bytes[0] & 4 == 0 ? .eight : .sixteen
        let width = 1 + (Int(bytes[1]) | Int(bytes[2]) << 8) & 0xFFF
        let pattern = bytes[4...]
        let row = width * layout.channelCount * depth.byteCount
        let total = min(pattern.count * (1 + Int(bytes[3])), maximumByteCount)
        let size = PixelSize(width: width, height: min(max(1, total / row), 1 << 12))
        let sample = { (index: Int) -> UInt16 in
            let first = pattern[4 + index * depth.byteCount % pattern.count]
            let second = pattern[4 + (index * depth.byteCount + 1) % pattern.count]
            return depth == .eight ? UInt16(first) * 257 : UInt16(first) << 8 | UInt16(second)
        }
        let rows = Rows(size, layout, sample)
        precondition(decode(encode(rows, depth)) == rows, "a picture that does not come back")
    }

    private static func encode(_ rows: Rows, _ depth: SampleDepth) -> [UInt8] {
        let options = EncodingOptions.png(PNGOptions(bitDepth: depth))
        var bytes: [UInt8] = []
        do {
            var encoder = try ImageEncoder(options, size: rows.size, layout: rows.layout) {
                bytes += $0
            }
            for y in 0..<rows.size.height { try encoder.encodeRows(rows.band(y)) }
            try encoder.finish()
        } catch {
            preconditionFailure("a picture that cannot be encoded: \(error)")
        }
        let bound = ImageEncoder.maximumEncodedByteCount(
            options,
            size: rows.size,
            layout: rows.layout
        )
        precondition(bytes.count <= bound, "a file that is longer than its bound")
        return bytes
    }

    private static func decode(_ bytes: [UInt8]) -> Rows {
        do {
            return try Rows(ImageDecoder(bytes: bytes))
        } catch {
            preconditionFailure("a file that cannot be decoded: \(error)")
        }
    }
}
