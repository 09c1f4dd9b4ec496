// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// A whole picture for tests: one array of samples per channel, in rows.
struct Picture: Equatable {
    var size: PixelSize
    var layout: ChannelLayout
    var planes: [[UInt16]]

    /// A picture from a function of column, row and channel.
    init(
        _ size: PixelSize,
        _ layout: ChannelLayout,
        _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt16
    ) {
        self.size = size
        self.layout = layout
        planes = (0..<layout.channelCount).map { channel in
            (0..<size.pixelCount).map { sample($0 % size.width, $0 / size.width, channel) }
        }
    }

    /// Smooth slopes of samples that 8 bits hold exactly, different in each channel.
    static func slopes(_ size: PixelSize, _ layout: ChannelLayout) -> Picture {
        Picture(size, layout) { x, y, channel in
            let across = x * 255 / max(1, size.width - 1)
            let down = y * 255 / max(1, size.height - 1)
            let value = [across, down, (across + down) / 2, 255 - across / 2][channel]
            return UInt16(value) * 257
        }
    }

    /// Samples without any order, from a fixed seed, 16 bits deep.
    static func noise(_ size: PixelSize, _ layout: ChannelLayout) -> Picture {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return Picture(size, layout) { _, _, _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt16(truncatingIfNeeded: state >> 20)
        }
    }

    /// The greatest difference of two samples, in 8-bit levels.
    func distance(to other: Picture) -> Double {
        guard size == other.size, layout == other.layout else { return .infinity }
        var greatest = 0
        for (left, right) in zip(planes, other.planes) {
            for (a, b) in zip(left, right) { greatest = max(greatest, abs(Int(a) - Int(b))) }
        }
        return Double(greatest) / 257
    }

    /// The sample at a position, as 8 bits.
    func level(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (Int(planes[channel][y * size.width + x]) + 128) / 257
    }
}

extension Picture {
    /// Decodes all rows, in bands of a given height.
    init(_ decoder: consuming ImageDecoder, capacity: Int = 16) throws(CodecError) {
        let size = decoder.header.codedSize
        let layout = decoder.header.layout
        var planes = [[UInt16]](repeating: [], count: layout.channelCount)
        var band = Band<Straight>(layout: layout, width: size.width, capacity: capacity)
        while true {
            try decoder.decodeRows(into: &band)
            if band.rowCount == 0 { break }
            for channel in 0..<layout.channelCount {
                for row in 0..<band.rowCount {
                    let samples = band.row(row, of: channel)
                    for x in samples.indices { planes[channel].append(samples[x]) }
                }
            }
        }
        self.init(size, layout) { x, y, channel in planes[channel][y * size.width + x] }
    }

    /// Decodes a file in memory.
    init(_ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()) throws(CodecError) {
        try self.init(ImageDecoder(bytes: bytes, limits: limits))
    }

    /// Encodes the picture, in bands of a given height.
    func encode(
        _ options: EncodingOptions,
        profile: [UInt8]? = nil,
        capacity: Int = 16,
        to sink: @escaping ByteSink
    ) throws(CodecError) {
        var encoder = try ImageEncoder(
            options,
            size: size,
            layout: layout,
            iccProfile: profile,
            sink: sink
        )
        var y = 0
        while y < size.height {
            let band = band(from: y, capacity: capacity)
            try encoder.encodeRows(band)
            y += band.rowCount
        }
        try encoder.finish()
    }

    /// Encodes the picture into memory.
    func encoded(
        _ options: EncodingOptions,
        profile: [UInt8]? = nil,
        capacity: Int = 16
    ) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(options, profile: profile, capacity: capacity) { bytes += $0 }
        return bytes
    }

    /// Some rows as a band.
    func band(from y: Int, capacity: Int) -> Band<Straight> {
        var band = Band<Straight>(layout: layout, width: size.width, capacity: capacity)
        let count = min(capacity, size.height - y)
        for channel in 0..<layout.channelCount {
            for row in 0..<count {
                var samples = band.mutableRow(row, of: channel)
                for x in samples.indices {
                    samples[x] = planes[channel][(y + row) * size.width + x]
                }
            }
        }
        band.rowCount = count
        return band
    }
}
