// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Synchronization
import TestSupport
import Testing

/// Panes without filters that are blended: nothing but what they add.
///
/// Reference: W3C, Compositing and Blending Level 1, sections 5.1 and 10.
@Suite struct PaneBlendTests {
    private static let size = PixelSize(width: 48, height: 40)
    private static let bounds = PixelRect(x: 4, y: 5, width: 40, height: 30)
    private static let id = ResourceID(digest: String(repeating: "b", count: 64))

    /// Colors of many kinds; a third of the columns is transparent, a third half so.
    private static func logo() -> Picture {
        Picture(PixelSize(width: 40, height: 30), .rgba) { x, y, channel in
            if channel == 3 { return [0, 32_768, 65_535][x % 3] }
            return UInt16((x / 3 * 23 + y * 41 * (channel + 1)) % 256) * 257
        }
    }

    private static func backdrop(_ layout: ChannelLayout) -> Picture {
        Picture(size, layout) { x, y, channel in
            if layout.hasAlpha && channel == layout.channelCount - 1 {
                return [65_535, 40_000, 0, 20_000][(x + y) % 4]
            }
            return UInt16((x * 17 + y * 29 + channel * 83) % 256) * 257
        }
    }

    private static func rendered(_ picture: Picture, _ pane: Pane) throws -> Picture {
        let options = EncodingOptions.png(PNGOptions(bitDepth: .sixteen))
        let renderer = try Renderer(
            source: try SourceImage(bytes: try picture.encoded(options), limits: DecodeLimits()),
            plan: Plan([.panes([pane])]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits(),
            resources: [
                id: try SourceImage(bytes: try logo().encoded(options), limits: DecodeLimits())
            ]
        )
        let file = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in file.withLock { $0 += chunk } }
        return try Picture(decoding: file.withLock { $0 })
    }

    private static func pane(_ contents: [Content], filters: [Filter], _ mode: BlendMode) -> Pane {
        Pane(
            bounds: bounds,
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: filters,
            contents: contents,
            blend: mode
        )
    }

    /// The greatest distance from the formulas, in levels of 255, color weighed by alpha.
    private static func deviation(
        _ result: Picture,
        _ picture: Picture,
        _ mode: BlendMode,
        _ source: (_ x: Int, _ y: Int) -> BlendReference.Sample
    ) -> Double {
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let beneath = BlendReference.Sample(picture.layout) { picture[x, y, $0] }
                var exact = beneath
                if bounds.columns.contains(x), bounds.rows.contains(y) {
                    let layer = source(x - bounds.x, y - bounds.y)
                    exact = BlendReference.lay(
                        layer,
                        on: beneath,
                        weight: 1,
                        mode,
                        replaces: false,
                        isOpaque: !picture.layout.hasAlpha
                    )
                }
                let actual = BlendReference.Sample(result.layout) { result[x, y, $0] }
                for (a, b) in zip(actual.color, exact.color) {
                    worst = max(worst, abs(a * actual.alpha - b * exact.alpha))
                }
                worst = max(worst, abs(actual.alpha - exact.alpha))
            }
        }
        return worst * 255
    }

    @Test(arguments: BlendMode.allCases.filter { $0 != .normal }, [ChannelLayout.rgb, .rgba])
    func `blends a picture as far as it is there`(mode: BlendMode, layout: ChannelLayout) throws {
        let frame = Rectangle(
            x: Double(Self.bounds.x),
            y: Double(Self.bounds.y),
            width: 40,
            height: 30
        )
        let content = Content(
            .picture(PictureForm(picture: Self.id, frame: frame, mode: .fill)),
            ink: .own(1)
        )
        let picture = Self.backdrop(layout)
        let result = try Self.rendered(picture, Self.pane([content], filters: [], mode))
        let logo = Self.logo()
        let deviation = Self.deviation(result, picture, mode) { x, y in
            BlendReference.Sample(.rgba) { logo[x, y, $0] }
        }
        #expect(deviation < 1)
    }

    @Test(
        arguments: BlendMode.allCases.filter { $0 != .normal },
        [ChannelLayout.rgb, .rgba, .gray]
    )
    func `blends a tint as far as it is there`(mode: BlendMode, layout: ChannelLayout) throws {
        let color = StraightColor(red: 0.9, green: 0.25, blue: 0.5, alpha: 0.4)
        let picture = Self.backdrop(layout)
        let result = try Self.rendered(picture, Self.pane([], filters: [.tint(color)], mode))
        let deviation = Self.deviation(result, picture, mode) { _, _ in
            BlendReference.Sample(color: [color.red, color.green, color.blue], alpha: color.alpha)
        }
        #expect(deviation < 1)
    }

    @Test func `blends what filters make of the picture beneath`() throws {
        let picture = Self.backdrop(.rgb)
        let filters = [Filter.color(.invert(1))]
        let result = try Self.rendered(picture, Self.pane([], filters: filters, .multiply))
        let deviation = Self.deviation(result, picture, .multiply) { x, y in
            let beneath = BlendReference.Sample(.rgb) {
                picture[x + Self.bounds.x, y + Self.bounds.y, $0]
            }
            return BlendReference.Sample(color: beneath.color.map { 1 - $0 }, alpha: 1)
        }
        #expect(deviation < 1)
    }
}
