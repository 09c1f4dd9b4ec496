// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Testing

/// A picture in `Double`: straight red, green, blue and alpha from 0 to 1, to say what filters do.
struct ExactPicture {
    typealias Pixel = SIMD4<Double>

    var size: PixelSize
    var pixels: [Pixel]

    init(size: PixelSize, _ pixel: (_ x: Int, _ y: Int) -> Pixel) {
        self.size = size
        pixels = []
        for y in 0..<size.height {
            for x in 0..<size.width { pixels.append(pixel(x, y)) }
        }
    }

    /// Equal red, green and blue where there is gray; an alpha of 1 where there is none.
    init(_ picture: Picture) {
        let layout = picture.layout
        self.init(size: picture.size) { x, y in
            func sample(_ channel: Int) -> Double { Double(picture[x, y, channel]) / 65_535 }
            return Pixel(
                sample(0),
                sample(layout.isColor ? 1 : 0),
                sample(layout.isColor ? 2 : 0),
                layout.hasAlpha ? sample(layout.channelCount - 1) : 1
            )
        }
    }

    subscript(x: Int, y: Int) -> Pixel {
        get { pixels[y * size.width + x] }
        set { pixels[y * size.width + x] = newValue }
    }

    /// Each pixel changed by itself, and limited.
    func mapped(_ change: (Pixel) -> Pixel) -> ExactPicture {
        ExactPicture(size: size) { x, y in
            change(self[x, y]).clamped(lowerBound: Pixel(), upperBound: Pixel(repeating: 1))
        }
    }

    /// Color times alpha.
    var premultiplied: ExactPicture {
        mapped { Pixel($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
    }

    /// Color divided by alpha; black where there is none.
    var unpremultiplied: ExactPicture {
        mapped { $0.w == 0 ? Pixel() : Pixel($0.x / $0.w, $0.y / $0.w, $0.z / $0.w, $0.w) }
    }

    /// Means of squares, each in place of its square's pixels, changed before that.
    func pixelated(_ side: Int, _ change: (ExactPicture) -> ExactPicture = { $0 }) -> ExactPicture {
        let small = PixelSize(
            width: (size.width + side - 1) / side,
            height: (size.height + side - 1) / side
        )
        let source = premultiplied
        let means = ExactPicture(size: small) { x, y in
            let rows = (y * side)..<min((y + 1) * side, size.height)
            let columns = (x * side)..<min((x + 1) * side, size.width)
            var sum = Pixel()
            for row in rows { for column in columns { sum += source[column, row] } }
            return sum / Double(rows.count * columns.count)
        }
        let changed = change(means.unpremultiplied)
        return ExactPicture(size: size) { x, y in changed[x / side, y / side] }
    }

    /// The greatest distance of a sample, in parts of 65,535; color weighed by alpha, since what
    /// cannot be seen does not count.
    func distance(to other: ExactPicture) -> Double {
        let pairs = zip(premultiplied.pixels, other.premultiplied.pixels)
        return pairs.reduce(0) { worst, pair in
            let difference = pair.0 - pair.1
            return (0..<4).reduce(worst) { max($0, abs(difference[$1]) * 65_535) }
        }
    }
}

extension Picture {
    /// Noise of 16 bits with all of the ends in it, and alpha of every kind.
    static func deepNoise(_ size: PixelSize, _ layout: ChannelLayout) -> Picture {
        Picture(size, layout) { x, y, channel in
            var mixed = UInt64(truncatingIfNeeded: (y &* 4_099 &+ x) &* 4 &+ channel &+ 1)
            mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
            mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
            switch mixed >> 60 {
            case 0: return 0
            case 1: return 65_535
            default: return UInt16(truncatingIfNeeded: mixed >> 20)
            }
        }
    }

    /// What comes of the picture, in 16 bits.
    func rendered(
        _ filters: [Filter],
        resources: [ResourceID: SourceImage] = [:]
    ) throws -> Picture {
        try rendered(filters.map(Plan.Step.filter), resources: resources)
    }

    /// What comes of the picture, in 16 bits.
    func rendered(
        _ steps: [Plan.Step],
        resources: [ResourceID: SourceImage] = [:]
    ) throws -> Picture {
        let options = EncodingOptions.png(PNGOptions(bitDepth: .sixteen))
        let file = try encoded(options)
        return try Picture(
            decoding: try render(
                file,
                Plan(steps),
                OutputOptions(encoding: options),
                resources: resources
            )
        )
    }
}

extension Picture {
    /// Light that changes slowly, an edge, texture and noise: what a photo is made of.
    static func photo(_ size: PixelSize, _ layout: ChannelLayout) -> Picture {
        let noise = deepNoise(size, layout)
        return Picture(size, layout) { x, y, channel in
            let (u, v) = (Double(x), Double(y))
            var light = 0.45 + 0.25 * sin(u / 41 + Double(channel)) * cos(v / 57)
            if x * 3 > y * 2 + 60 { light += 0.2 }
            light += 0.07 * sin(u * 0.9 + v * 0.4) + 0.05 * sin(u * 0.23 - v * 0.31)
            light += (Double(noise[x, y, channel]) / 65_535 - 0.5) * 0.06
            return UInt16((min(max(light, 0), 1) * 65_535).rounded())
        }
    }
}

/// Sizes at which something ends early: one pixel, less than a square, one more than a band or a vector.
let oddSizes = [(1, 1), (3, 2), (1, 40), (67, 1), (33, 17), (130, 50)].map {
    PixelSize(width: $0.0, height: $0.1)
}
