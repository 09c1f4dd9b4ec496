// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// What must hold of any blocks that are written as a JPEG: the library decodes the file, finds no
/// damage in it, and this module's decoder makes the same samples of it.
///
/// Of an input the first byte gives the layout, the sampling and the quality, two the size; what
/// follows are coefficients: a place and twice a value, again and again, up to a place that ends a block.
enum BlockCheck {
    /// Checks one input.
    static func run(_ bytes: [UInt8]) {
        guard bytes.count > 6 else { return }
        let options = JPEGOptions(
            quality: 1 + Int(bytes[0] >> 2) * 99 / 63,
            subsampling: bytes[0] & 1 == 0 ? .s420 : .s444
        )
        let layout: ChannelLayout = bytes[0] & 2 == 0 ? .rgb : .gray
        let size = PixelSize(width: 1 + Int(bytes[1]) % 90, height: 1 + Int(bytes[2]) % 90)
        do {
            let file = try encoded(options, size, layout, bytes[3...])
            var decoder = try JPEGPlaneDecoder(bytes: file)
            precondition(decoder.planes == JPEGPlanes(options, size: size, layout: layout))
            var rows = PlaneRows(decoder.planes)
            repeat { try decoder.decodeRows(into: &rows) } while rows.group != nil
            PlaneCheck(limits: DecodeLimits()).compareReadings(of: file, .strict)
        } catch {
            preconditionFailure("blocks that make no file: \(error)")
        }
    }

    private static func encoded(
        _ options: JPEGOptions,
        _ size: PixelSize,
        _ layout: ChannelLayout,
        _ pattern: ArraySlice<UInt8>
    ) throws(CodecError) -> [UInt8] {
        var file: [UInt8] = []
        var encoder = try JPEGBlockEncoder(options, size: size, layout: layout) { file += $0 }
        let divisors = encoder.quantization
        var next = pattern.startIndex
        func byte() -> UInt8 {
            defer { next = next + 1 == pattern.endIndex ? pattern.startIndex : next + 1 }
            return pattern[next]
        }
        var rows = BlockRows(encoder.planes)
        for group in 0..<rows.planes.groupCount {
            rows.group = group
            for plane in rows.planes.components.indices {
                for row in 0..<rows.rowCount(of: plane) {
                    rows.writeRow(row, of: plane) { masks, blocks in
                        for block in 0..<masks.count {
                            masks[block] = 0
                            for _ in 0..<64 {
                                let place = Int(byte())
                                if place >= 64 { break }
                                let value = Int16(
                                    truncatingIfNeeded: Int(byte()) << 8 | Int(byte())
                                )
                                let limit = Int16(1023 / Int(divisors[plane][place]))
                                let limited = limit == 0 ? 0 : value % (limit + 1)
                                blocks[64 * block + place] = limited
                                if limited == 0 {
                                    masks[block] &= ~(1 << UInt64(place))
                                } else {
                                    masks[block] |= 1 << UInt64(place)
                                }
                            }
                        }
                    }
                }
            }
            try encoder.encodeRows(rows)
        }
        try encoder.finish()
        return file
    }
}
