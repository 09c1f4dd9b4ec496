// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Synchronization
import Testing

@testable import Rendering

/// Reductions of a JPEG to a JPEG, beside those that make pixels.
@Suite struct ResizedProductionTests {
    private static func render(
        _ bytes: [UInt8],
        _ steps: [Plan.Step],
        _ options: JPEGOptions,
        usesPlanes: Bool
    ) throws -> Picture {
        let renderer = try Renderer(
            source: SourceImage(bytes: bytes, limits: DecodeLimits()),
            plan: Plan(steps),
            output: OutputOptions(encoding: .jpeg(options)),
            limits: DecodeLimits(),
            usesPlanes: usesPlanes
        )
        guard case .bands(let stages, let resized) = try renderer.route else {
            throw RenderError.cancelled
        }
        #expect((stages.isEmpty && resized?.direct(renderer) != nil) == usesPlanes)
        let file = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in file.withLock { $0 += chunk } }
        return try Picture(decoding: file.withLock { $0 })
    }

    @Test(
        arguments: ResizedPlanesTests.files.map { $0.name },
        [(402, 300), (300, 200), (133, 99), (41, 30), (7, 5), (1, 1)]
    )
    func `writes the picture that pixels would give`(name: String, extent: (Int, Int)) throws {
        let bytes = try ResizedPlanesTests.file(name)
        let size = PixelSize(width: extent.0, height: extent.1)
        let steps = [Plan.Step.reshape(.resize(Resize(size: size)))]
        for subsampling in JPEGOptions.Subsampling.allCases {
            let options = JPEGOptions(quality: 100, subsampling: subsampling)
            let made = try Self.render(bytes, steps, options, usesPlanes: true)
            let exact = try Self.render(bytes, steps, options, usesPlanes: false)
            #expect(made.size == size)
            let ratio = ResizedPlanesTests.ratio(made, exact)
            #expect(ratio > 45, "\(subsampling) \(ratio)")
        }
    }

    @Test func `writes a part of the picture`() throws {
        let steps: [Plan.Step] = [
            .reshape(.crop(PixelRect(x: 33, y: 45, width: 200, height: 151))),
            .reshape(.resize(Resize(size: PixelSize(width: 71, height: 53)))),
        ]
        let bytes = try ResizedPlanesTests.file("4:2:0")
        let options = JPEGOptions(quality: 100)
        let made = try Self.render(bytes, steps, options, usesPlanes: true)
        let exact = try Self.render(bytes, steps, options, usesPlanes: false)
        let ratio = ResizedPlanesTests.ratio(made, exact)
        #expect(ratio > 45, "\(ratio)")
    }
}
