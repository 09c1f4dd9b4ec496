// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

/// A picture as a foreign codec delivers it.
struct ForeignPixels {
    let header: ForeignHeader
    let bytes: [UInt8]
    let notes: DrawingNotes

    /// Decodes a file.
    init(
        _ format: any ForeignFormat.Type,
        _ file: [UInt8],
        _ request: ForeignRequest = ForeignRequest(),
        limits: ForeignLimits = ForeignLimits()
    ) throws {
        try format.load()
        let prepared = try format.prepared(file.span, request)
        let file = prepared.bytes ?? file
        let header = try format.header(file.span, request, limits: limits)
        var bytes = [UInt8](repeating: 0xA5, count: header.byteCount)
        var span = bytes.mutableSpan
        try format.decode(file.span, request, limits: limits, into: &span)
        (self.header, self.bytes, notes) = (header, bytes, prepared.notes)
    }

    /// Decodes a fixture.
    init(_ fixture: ForeignFixture, _ request: ForeignRequest = ForeignRequest()) throws {
        try self.init(fixture.format, fixture.bytes, request)
    }

    /// A sample, in the file's order of channels.
    func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        let index = (y * header.size.width + x) * header.channels.count + channel
        if header.bitCount == 8 { return Int(bytes[index]) }
        return Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1])
    }

    /// The samples of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [Int] {
        (0..<header.channels.count).map { sample(x, y, $0) }
    }

    /// The greatest distance of a sample from a formula's levels of 255.
    func deviation(from levels: (_ x: Int, _ y: Int) -> [Int]) -> Double {
        var greatest = 0.0
        let unit = header.bitCount == 8 ? 1.0 : 257.0
        for y in 0..<header.size.height {
            for x in 0..<header.size.width {
                for (actual, expected) in zip(pixel(x, y), levels(x, y)) {
                    greatest = max(greatest, abs(Double(actual) / unit - Double(expected)))
                }
            }
        }
        return greatest
    }

    /// The mean distance of the color samples from a formula's levels of 255.
    func error(of levels: (_ x: Int, _ y: Int) -> [Int]) -> Double {
        var sum = 0.0
        let unit = header.bitCount == 8 ? 1.0 : 257.0
        for y in 0..<header.size.height {
            for x in 0..<header.size.width {
                for (actual, expected) in zip(pixel(x, y).prefix(3), levels(x, y)) {
                    sum += abs(Double(actual) / unit - Double(expected))
                }
            }
        }
        return sum / Double(3 * header.size.pixelCount)
    }
}

extension ForeignFormat {
    /// Encodes a picture by a formula of levels of 255 for each channel.
    static func file(
        _ layout: ChannelLayout,
        _ size: PixelSize = ForeignFixture.size,
        options: [String: Int] = [:],
        profile: [UInt8]? = nil,
        bitCount: Int = 8,
        _ levels: (_ x: Int, _ y: Int) -> [Int]
    ) throws -> [UInt8] {
        try load()
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                for level in levels(x, y).prefix(layout.channelCount) {
                    for _ in 0..<(bitCount / 8) { pixels.append(UInt8(level)) }
                }
            }
        }
        let picture = ForeignPicture(
            size: size,
            layout: layout,
            bitCount: bitCount,
            profile: profile
        )
        var file: [UInt8] = []
        try encode(pixels.span, picture, options) { bytes in
            for index in bytes.indices { file.append(bytes[index]) }
            return true
        }
        return file
    }
}
