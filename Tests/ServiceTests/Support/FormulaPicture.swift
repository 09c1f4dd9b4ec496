// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A file whose pixels follow from their places.
///
/// Shared with the fuzzing executables, which link to this file.
struct FormulaPicture {
    /// What it measures.
    var size: PixelSize
    /// What its pixels are made of.
    var layout: ChannelLayout
    /// How it is written down.
    var encoding = EncodingOptions.png(PNGOptions())
    /// How it is turned to be upright, as EXIF counts; only a JPEG says so.
    var orientation: UInt8 = 1
    /// Where the pixel of a place is taken from.
    var origin: (_ x: Int, _ y: Int) -> (x: Int, y: Int) = { ($0, $1) }

    /// The file.
    ///
    /// Slopes with a lot of noise, and every fourth pixel or so fully opaque or clear.
    func file() throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        var encoder = try ImageEncoder(encoding, size: size, layout: layout) { bytes += $0 }
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 1)
        band.rowCount = 1
        for y in 0..<size.height {
            for channel in 0..<layout.channelCount {
                var row = band.mutableRow(0, of: channel)
                for x in 0..<size.width {
                    let place = origin(x, y)
                    row[x] = sample(place.x, place.y, channel)
                }
            }
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        return orientation == 1 ? bytes : oriented(bytes)
    }

    private func sample(_ x: Int, _ y: Int, _ channel: Int) -> UInt16 {
        var noise = UInt32(truncatingIfNeeded: (y * 4_099 + x) * 4 + channel) &* 2_654_435_761
        noise ^= noise >> 15
        noise = noise &* 2_246_822_519
        let isAlpha = layout.hasAlpha && channel == layout.channelCount - 1
        if isAlpha, noise >> 30 == 0 { return noise & 1 == 0 ? 0 : 65_535 }
        let slope = UInt32((x * 97 + y * 61 * (channel + 1)) & 0x7f)
        return UInt16((slope + noise >> 25) & 0xff) * 257
    }

    /// The file with an EXIF segment that holds the orientation and nothing else.
    private func oriented(_ bytes: [UInt8]) -> [UInt8] {
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let directory: [UInt8] = [0, 1] + entry + [0, 0, 0, 0]
        let segment = Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8) + directory
        let head: [UInt8] = [0xff, 0xe1, 0, UInt8(segment.count + 2)]
        var file = bytes
        file.insert(contentsOf: head + segment, at: 2)
        return file
    }
}
