// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Synchronization
import Testing

/// A small picture as plain numbers, to be written to and read from files.
struct Picture: Equatable {
    var size: PixelSize
    var layout: ChannelLayout
    /// Samples of 16 bits, channel by channel, row by row.
    var samples: [UInt16]

    init(
        _ size: PixelSize,
        _ layout: ChannelLayout,
        _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt16
    ) {
        self.size = size
        self.layout = layout
        samples = []
        for channel in 0..<layout.channelCount {
            for y in 0..<size.height {
                for x in 0..<size.width { samples.append(sample(x, y, channel)) }
            }
        }
    }

    subscript(x: Int, y: Int, channel: Int) -> UInt16 {
        samples[(channel * size.height + y) * size.width + x]
    }

    /// Bytes that look random but are the same every time.
    static func noise(_ size: PixelSize, _ layout: ChannelLayout) -> Picture {
        Picture(size, layout) { x, y, channel in
            let mixed = (x &* 73_856_093) ^ (y &* 19_349_663) ^ (channel &* 83_492_791)
            return UInt16(UInt8(truncatingIfNeeded: mixed ^ (mixed >> 9))) * 257
        }
    }

    /// A file of the picture.
    func encoded(
        _ options: EncodingOptions = .png(PNGOptions()),
        profile: [UInt8]? = nil
    ) throws -> [UInt8] {
        let file = Mutex<[UInt8]>([])
        var encoder = try ImageEncoder(
            options,
            size: size,
            layout: layout,
            iccProfile: profile
        ) { chunk in
            file.withLock { $0 += chunk }
        }
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 7)
        var y = 0
        while y < size.height {
            let rows = min(7, size.height - y)
            for channel in 0..<layout.channelCount {
                for offset in 0..<rows {
                    var row = band.mutableRow(offset, of: channel)
                    for x in 0..<size.width { row[x] = self[x, y + offset, channel] }
                }
            }
            band.rowCount = rows
            try encoder.encodeRows(band)
            y += rows
        }
        try encoder.finish()
        return file.withLock { $0 }
    }

    /// Reads a file, as its rows are stored.
    init(decoding file: [UInt8]) throws {
        var decoder = try ImageDecoder(bytes: file)
        let size = decoder.header.codedSize
        let layout = decoder.header.layout
        var picture = Picture(size, layout) { _, _, _ in 0 }
        var band = Band<Straight>(layout: layout, width: size.width, capacity: 5)
        var y = 0
        while true {
            try decoder.decodeRows(into: &band)
            if band.rowCount == 0 { break }
            for channel in 0..<layout.channelCount {
                for offset in 0..<band.rowCount {
                    let row = band.row(offset, of: channel)
                    let start = (channel * size.height + y + offset) * size.width
                    for x in 0..<size.width { picture.samples[start + x] = row[x] }
                }
            }
            y += band.rowCount
        }
        #expect(y == size.height)
        self = picture
    }
}

/// Renders a file to a file.
func render(
    _ file: [UInt8],
    _ plan: Plan = Plan([]),
    _ output: OutputOptions = OutputOptions(encoding: .png(PNGOptions())),
    limits: DecodeLimits = DecodeLimits(),
    resources: [ResourceID: SourceImage] = [:]
) throws -> [UInt8] {
    let renderer = try Renderer(
        source: try SourceImage(bytes: file, limits: limits),
        plan: plan,
        output: output,
        limits: limits,
        resources: resources
    )
    let result = Mutex<[UInt8]>([])
    _ = try renderer.run { chunk in result.withLock { $0 += chunk } }
    return result.withLock { $0 }
}
