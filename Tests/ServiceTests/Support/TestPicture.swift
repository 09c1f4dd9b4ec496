// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Synchronization

/// Pictures for the tests, made by the encoders of the program.
enum TestPicture {
    /// A picture with slopes and texture, so that it compresses like a photo.
    static func make(
        _ encoding: EncodingOptions = .jpeg(JPEGOptions(quality: 90)),
        width: Int = 64,
        height: Int = 48,
        layout: ChannelLayout = .rgb,
        seed: UInt32 = 1
    ) throws -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        var encoder = try ImageEncoder(
            encoding,
            size: PixelSize(width: width, height: height),
            layout: layout
        ) { chunk in
            file.withLock { $0 += chunk }
        }
        var state = seed
        var band = Band<Straight>(layout: layout, width: width, capacity: 1)
        for y in 0..<height {
            for channel in 0..<layout.channelCount {
                var row = band.mutableRow(0, of: channel)
                for x in 0..<width {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    let slope = (x * 160 / width + y * 60 / height * (channel + 1)) & 0xff
                    row[x] = UInt16((slope + Int(state >> 28)) & 0xff) * 257
                }
            }
            band.rowCount = 1
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        return file.withLock { $0 }
    }

    /// A gray PNG made by a formula of column and row.
    static func made(_ size: PixelSize, _ sample: (Int, Int) -> UInt16) throws -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        var encoder = try ImageEncoder(.png(PNGOptions()), size: size, layout: .gray) { chunk in
            file.withLock { $0 += chunk }
        }
        var band = Band<Straight>(layout: .gray, width: size.width, capacity: 1)
        for y in 0..<size.height {
            var row = band.mutableRow(0, of: 0)
            for x in 0..<size.width { row[x] = sample(x, y) }
            band.rowCount = 1
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        return file.withLock { $0 }
    }

    /// A picture in PNG.
    static func png(layout: ChannelLayout = .rgb, seed: UInt32 = 1) throws -> [UInt8] {
        try make(.png(PNGOptions()), layout: layout, seed: seed)
    }

    /// A JPEG header that promises more pixels than anybody may send.
    static func bomb() throws -> [UInt8] {
        var bytes = try make()
        guard
            let frame = (0..<bytes.count - 9).first(where: {
                bytes[$0] == 0xff && bytes[$0 + 1] == 0xc0
            })
        else { return [] }
        // Height and width follow the marker, the length and the precision.
        bytes.replaceSubrange((frame + 5)..<(frame + 9), with: [0x3a, 0x98, 0x3a, 0x98])
        return bytes
    }
}
