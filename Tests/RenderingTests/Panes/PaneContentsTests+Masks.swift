// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Synchronization
import TestSupport
import Testing
import Typesetting

extension PaneContentsTests {
    @Test(arguments: Mask.Channel.allCases)
    func `a mask says how much of the pane there is`(channel: Mask.Channel) throws {
        let picture = picture(.rgb)
        let mask = self.picture(.rgba, PixelSize(width: 30, height: 40))
        let placed = PaneCoverage.PlacedMask(
            Mask(Self.id, channel: channel),
            frame: Rectangle(x: 11, y: 12, width: 30, height: 40)
        )
        let result = try rendered(
            picture,
            pane([], mask: placed, filters: [.color(.invert(1))]),
            resource: mask
        )
        expect(result, picture, within: 1.5) { x, y, beneath in
            guard (11..<41).contains(x), (12..<52).contains(y) else { return beneath }
            let sample = BlendReference.Sample(.rgba) { mask[x - 11, y - 12, $0] }
            let c = sample.color
            let light = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
            let weight = channel == .alpha ? sample.alpha : light * sample.alpha
            return BlendReference.Sample(
                color: beneath.color.map { $0 + (1 - 2 * $0) * weight },
                alpha: 1
            )
        }
    }

    @Test func `masks and pictures are counted`() throws {
        let picture = picture(.rgb)
        let resource = self.picture(.rgba, PixelSize(width: 300, height: 200))
        func estimate(_ pane: Pane) throws -> RenderEstimate {
            let options = EncodingOptions.png(PNGOptions(bitDepth: .sixteen))
            let source = try SourceImage(
                bytes: try resource.encoded(options),
                limits: DecodeLimits()
            )
            return try Renderer(
                source: try SourceImage(
                    bytes: try picture.encoded(options),
                    limits: DecodeLimits()
                ),
                plan: Plan([.panes([pane])]),
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: DecodeLimits(),
                resources: [Self.id: source]
            ).estimate
        }
        let filters: [Filter] = [.color(.invert(1))]
        let plain = try estimate(pane([], filters: filters))
        let placed = PaneCoverage.PlacedMask(
            Mask(Self.id, channel: .alpha),
            frame: Rectangle(x: 11, y: 12, width: 30, height: 40)
        )
        let form = PictureForm(
            picture: Self.id,
            frame: Rectangle(x: 11, y: 12, width: 30, height: 40),
            mode: .fill
        )
        let masked = try estimate(pane([], mask: placed, filters: filters))
        let drawn = try estimate(pane([Content(.picture(form), ink: .own(1))], filters: filters))
        for estimate in [masked, drawn] {
            #expect(estimate.memory - plain.memory > 300 * 200 * 8)
            #expect(estimate.work - plain.work > 300 * 200 * 4)
        }
        // Decoded once: a second content takes no more memory than what it keeps.
        let content = Content(.picture(form), ink: .own(1))
        let twice = try estimate(pane([content, content], filters: filters))
        #expect((1..<(64 * 64 * 8)).contains(twice.memory - drawn.memory))
        #expect((1..<(drawn.work - plain.work)).contains(twice.work - drawn.work))
    }
}
