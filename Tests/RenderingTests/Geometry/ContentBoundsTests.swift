// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@testable import Effects
@testable import Rendering

@Suite struct ContentBoundsTests {
    private static let tolerance = 0.05
    private static let size = PixelSize(width: 37, height: 29)

    private static func analysis(_ file: [UInt8]) throws -> GeometryAnalysis {
        var geometry = Geometry()
        geometry.trim = tolerance
        return GeometryAnalysis(
            source: try SourceImage(bytes: file, limits: DecodeLimits()),
            geometry: geometry,
            traits: Traits(),
            limits: DecodeLimits()
        )
    }

    /// The bounds, pixel by pixel in the words of the documentation.
    private static func bounds(_ picture: Picture) -> PixelRect? {
        let (size, layout) = (picture.size, picture.layout)
        func color(_ x: Int, _ y: Int) -> [Int] {
            let last = layout.channelCount - 1
            return (0...last).map { channel in
                let sample = Int(picture[x, y, channel])
                guard layout.hasAlpha, channel < last else { return sample }
                return sample * Int(picture[x, y, last]) / 65_535
            }
        }
        let corner = color(0, 0)
        let limit = Int((tolerance * 65_535).rounded())
        var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
        for y in 0..<size.height {
            for x in 0..<size.width
            where zip(color(x, y), corner).contains(where: { abs($0 - $1) > limit }) {
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), y)
            }
        }
        guard right >= 0 else { return nil }
        let found = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        return found.size == size ? nil : found
    }

    @Test(arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba])
    func `are those of all pixels that differ in any channel`(layout: ChannelLayout) throws {
        var generator = Seed(state: 7)
        let limit = UInt16((Self.tolerance * 65_535).rounded())
        for _ in 0..<60 {
            // Specks of one channel each, some within the tolerance, on a rim of one color.
            let base = (0..<layout.channelCount).map { _ in UInt16(generator.next() % 60_000) }
            let specks = (0..<Int(generator.next() % 6)).map { _ in
                [Self.size.width, Self.size.height, layout.channelCount].map {
                    Int(generator.next()) % $0
                } + [Int(limit) - 1 + Int(generator.next() % 4)]
            }
            let picture = Picture(Self.size, layout) { x, y, channel in
                let speck = specks.first { $0[0] == x && $0[1] == y && $0[2] == channel }
                return base[channel] + UInt16(speck?[3] ?? 0)
            }
            let file = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
            let found = try Self.analysis(file).run(cancellation: Cancellation()).content
            #expect(found == Self.bounds(picture), "\(base), \(specks)")
        }
    }

    @Test func `are priced by the samples that are compared`() throws {
        func work(_ layout: ChannelLayout) throws -> Int {
            let picture = Picture(Self.size, layout) { _, _, _ in 0 }
            return try Self.analysis(picture.encoded()).estimate.work
        }
        let count = Self.size.pixelCount
        for layout in [ChannelLayout.rgb, .rgba] {
            // Decoding, unpacking and both directions; three products with alpha.
            let decoding = count * layout.channelCount * RenderEstimate.decodingPasses
            let products = layout.hasAlpha ? 3 : 0
            #expect(try work(layout) >= decoding + 2 * count * (layout.channelCount + products))
        }
    }
}

/// Numbers that are the same every time.
private struct Seed {
    var state: UInt32

    mutating func next() -> UInt32 {
        state = state &* 1_664_525 &+ 1_013_904_223
        return state >> 8
    }
}
