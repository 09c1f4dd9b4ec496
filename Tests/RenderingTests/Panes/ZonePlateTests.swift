// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Synchronization
import TestSupport
import Testing

/// Pictures that shrink on a pane, with frequencies that the result cannot hold.
@Suite struct ZonePlateTests {
    private static let side = 300
    private static let id = ResourceID(digest: String(repeating: "c", count: 64))

    /// The brightness of a zone plate: rings that grow finer outwards, up to half a period for each pixel at the
    /// middle of an edge.
    private static func plate(_ x: Int, _ y: Int) -> UInt16 {
        let (dx, dy) = (Double(x) - 149.5, Double(y) - 149.5)
        return UInt16((1 + cos(Double.pi * (dx * dx + dy * dy) / 300)) / 2 * 65_535)
    }

    private static func rendered(_ side: Int) throws -> Picture {
        let size = PixelSize(width: side, height: side)
        let options = EncodingOptions.png(PNGOptions(bitDepth: .sixteen))
        func source(_ picture: Picture) throws -> SourceImage {
            try SourceImage(bytes: try picture.encoded(options), limits: DecodeLimits())
        }
        let frame = Rectangle(x: 0, y: 0, width: Double(side), height: Double(side))
        let form = PictureForm(picture: id, frame: frame, mode: .stretch)
        let pane = Pane(
            bounds: PixelRect(x: 0, y: 0, width: side, height: side),
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: [],
            contents: [Content(.picture(form), ink: .own(1))]
        )
        let plate = Picture(PixelSize(width: Self.side, height: Self.side), .gray) { x, y, _ in
            Self.plate(x, y)
        }
        let renderer = try Renderer(
            source: try source(Picture(size, .gray) { _, _, _ in 0 }),
            plan: Plan([.panes([pane])]),
            output: OutputOptions(encoding: options),
            limits: DecodeLimits(),
            resources: [id: try source(plate)]
        )
        let file = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in file.withLock { $0 += chunk } }
        return try Picture(decoding: file.withLock { $0 })
    }

    /// The weights of Lanczos with three lobes, as wide as a pixel of the result, for each of its pixels.
    private static func weights(_ side: Int) -> [[(place: Int, weight: Double)]] {
        let scale = Double(Self.side) / Double(side)
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return (0..<side).map { pixel in
            let middle = (Double(pixel) + 0.5) * scale
            let terms = (0..<Self.side).compactMap { place -> (place: Int, weight: Double)? in
                let distance = (Double(place) + 0.5 - middle) / scale
                return abs(distance) < 3 ? (place, sinc(distance) * sinc(distance / 3)) : nil
            }
            let sum = terms.reduce(0) { $0 + $1.weight }
            return terms.map { ($0.place, $0.weight / sum) }
        }
    }

    private static func exact(_ side: Int) -> [[Double]] {
        let weights = weights(side)
        let rows = (0..<Self.side).map { y in
            weights.map { terms in
                terms.reduce(0) { $0 + Double(plate($1.place, y)) * $1.weight }
            }
        }
        return weights.map { terms in
            (0..<side).map { x in
                terms.reduce(0) { $0 + rows[$1.place][x] * $1.weight }
            }
        }
    }

    @Test(arguments: [150, 100, 77, 40])
    func `a zone plate is that of a Lanczos filter`(side: Int) throws {
        let result = try Self.rendered(side)
        let exact = Self.exact(side)
        var error = 0.0
        for y in 0..<side {
            for x in 0..<side {
                let level = min(max(exact[y][x], 0), 65_535)
                error = max(error, abs(Double(result[x, y, 0]) - level) / 257)
            }
        }
        #expect(error <= 1, "in levels of 255")
    }
}
