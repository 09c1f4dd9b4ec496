// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Synchronization
import Testing

@testable import Rendering

/// Tests of renders that leave planes as they are, beside the same ones made of bands.
protocol PlaneRendering {}

extension PlaneRendering {
    /// Light that changes slowly, an edge, texture, noise; if it is vivid, a block of a color that
    /// saturation drives out of RGB.
    static func photo(
        _ size: PixelSize,
        _ layout: ChannelLayout = .rgb,
        isVivid: Bool = false
    ) -> Picture {
        Picture(size, layout) { x, y, channel in
            let (u, v) = (Double(x), Double(y))
            var light = 120 + 60 * sin(u / 41 + Double(channel)) * cos(v / 57)
            if x * 3 > y * 2 + 60 { light += 45 }
            light += 18 * sin(u * 0.9 + v * 0.4) + 12 * sin(u * 0.23 - v * 0.31 + Double(channel))
            if isVivid && x > 90 && y < 50 { light = channel == 0 ? 250 : 8 }
            let mixed = (x &* 73_856_093) ^ (y &* 19_349_663) ^ (channel &* 83_492_791)
            light += Double((mixed ^ (mixed >> 9)) & 15) - 7.5
            return UInt16(min(255, max(0, light))) * 257
        }
    }

    func renderer(
        _ file: [UInt8],
        _ plan: Plan,
        _ options: JPEGOptions = JPEGOptions(),
        _ orientation: Orientation = .topLeft,
        usesPlanes: Bool = true,
        usesBlocks: Bool = true
    ) throws -> Renderer {
        var header = try SourceImage(bytes: file, limits: DecodeLimits()).header
        header.orientation = orientation
        return try Renderer(
            source: SourceImage(bytes: file, header: header),
            plan: plan,
            output: OutputOptions(encoding: .jpeg(options)),
            limits: DecodeLimits(),
            usesPlanes: usesPlanes,
            usesBlocks: usesBlocks
        )
    }

    func file(_ renderer: Renderer, pool: WorkerPool? = nil) throws -> [UInt8] {
        let result = Mutex<[UInt8]>([])
        _ = try renderer.run(pool: pool) { chunk in result.withLock { $0 += chunk } }
        return result.withLock { $0 }
    }

    /// Mean square and greatest difference of two pictures, in levels of a byte.
    func difference(_ one: Picture, _ two: Picture) -> (decibels: Double, most: Double) {
        var (sum, most) = (0.0, 0.0)
        for (a, b) in zip(one.samples, two.samples) {
            let difference = abs(Double(a) - Double(b)) / 257
            sum += difference * difference
            most = max(most, difference)
        }
        return (10 * log10(255 * 255 / max(sum / Double(one.samples.count), 1e-9)), most)
    }

    /// How far the two ways lie apart.
    func difference(
        _ file: [UInt8],
        _ plan: Plan,
        _ options: JPEGOptions
    ) throws -> (decibels: Double, most: Double) {
        let planes = try renderer(file, plan, options)
        guard case .planes = try planes.route else {
            Issue.record("planes that were not used")
            return (0, 255)
        }
        let bands = try renderer(file, plan, options, usesPlanes: false)
        return difference(
            try Picture(decoding: try self.file(planes)),
            try Picture(decoding: try self.file(bands))
        )
    }
}
