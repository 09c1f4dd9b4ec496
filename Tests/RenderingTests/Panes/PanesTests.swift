// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import TestSupport
import Testing

@Suite struct PanesTests {
    let size = PixelSize(width: 61, height: 83)

    /// Blurs, and makes colors more vivid.
    private let frost: [Filter]

    init() throws {
        frost = [
            .blur(try GaussianBlur(sigma: 3, edge: .mirror)),
            .color(.saturate(1.8)),
        ]
    }

    /// Waves of color that 16-bit files keep.
    func picture(_ layout: ChannelLayout, size: PixelSize? = nil) -> Picture {
        Picture(size ?? self.size, layout) { x, y, channel in
            let (u, v) = (Double(x), Double(y))
            let wave = sin(u * (0.11 + 0.05 * Double(channel)) + v * 0.17 + Double(channel))
            let level =
                layout.hasAlpha && channel == layout.channelCount - 1
                ? 0.75 + 0.25 * wave : 0.5 + 0.45 * wave
            return UInt16(level * 65_535)
        }
    }

    func pane(
        _ frame: Rectangle,
        radius: Double = 0,
        isInverted: Bool = false,
        filters: [Filter]? = nil,
        alpha: Double = 1,
        blend: BlendMode = .normal
    ) -> Pane {
        let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        return Pane(
            bounds: isInverted ? all : frame.pixels(within: size),
            coverage: PaneCoverage(
                shapes: [.rectangle(frame, Corners(radius: radius))],
                isInverted: isInverted
            ),
            filters: filters ?? frost,
            alpha: alpha,
            blend: blend
        )
    }

    func rendered(_ picture: Picture, _ steps: [Plan.Step]) throws -> Picture {
        let file = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        return try Picture(decoding: try render(file, Plan(steps)))
    }

    /// The greatest distance from the reference, in levels of 255, color weighed by alpha.
    func deviation(_ picture: Picture, _ steps: [[Pane]]) throws -> Double {
        let actual = try rendered(picture, steps.map(Plan.Step.panes))
        #expect(actual.size == picture.size)
        #expect(actual.layout.hasAlpha == picture.layout.hasAlpha)
        var reference = PaneReference(picture)
        for panes in steps { reference.lay(panes, isOpaque: !picture.layout.hasAlpha) }
        let result = PaneReference(actual).pixels
        return zip(result, reference.pixels).map { actual, expected in
            zip(actual.color, expected.color).reduce(abs(actual.alpha - expected.alpha)) {
                max($0, abs($1.0 * actual.alpha - $1.1 * expected.alpha))
            } * 255
        }.max() ?? .infinity
    }

    @Test(arguments: ChannelLayout.allCases, [0, 7.5] as [Double])
    func `a pane is what lies beneath it, filtered`(layout: ChannelLayout, radius: Double) throws {
        let frame = Rectangle(x: 9, y: 21, width: 38, height: 44)
        #expect(try deviation(picture(layout), [[pane(frame, radius: radius)]]) < 1)
    }

    @Test(arguments: ChannelLayout.allCases)
    func `what lies outside of all panes stays bit for bit`(layout: ChannelLayout) throws {
        let picture = picture(layout)
        let frames = [
            Rectangle(x: 20.5, y: 30.5, width: 12, height: 9.5),
            Rectangle(x: 40, y: 33, width: 9, height: 20.25),
        ]
        let result = try rendered(picture, [.panes(frames.map { pane($0, radius: 4) })])
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = Rectangle(x: Double(x), y: Double(y), width: 1, height: 1)
                let isTouched = frames.contains {
                    place.x < $0.maxX && place.maxX > $0.x && place.y < $0.maxY && place.maxY > $0.y
                }
                if isTouched { continue }
                let isSame = (0..<layout.channelCount).allSatisfy {
                    result[x, y, $0] == picture[x, y, $0]
                }
                if !isSame { Issue.record("(\(x), \(y)) changed") }
            }
        }
        #expect(result != picture)
    }

    @Test(
        arguments: [
            Rectangle(x: 0, y: 0, width: 20, height: 20),
            Rectangle(x: 41, y: 0, width: 20, height: 20),
            Rectangle(x: 0, y: 63, width: 20, height: 20),
            Rectangle(x: 41, y: 63, width: 20, height: 20),
            Rectangle(x: -9.5, y: -7.25, width: 30, height: 30),
            Rectangle(x: 50.5, y: 70.25, width: 30, height: 30),
            Rectangle(x: -10, y: -10, width: 100, height: 110),
            Rectangle(x: 30, y: 40, width: 1, height: 1),
            Rectangle(x: 60, y: 82, width: 1, height: 1),
            Rectangle(x: 30.25, y: 40.5, width: 0.5, height: 0.25),
            Rectangle(x: 0, y: 15, width: 61, height: 2),
        ]
    )
    func `a pane may lie anywhere and be of any size`(frame: Rectangle) throws {
        #expect(try deviation(picture(.rgb), [[pane(frame, radius: 6)]]) < 1)
    }

    @Test(arguments: [ChannelLayout.rgb, .rgba], [0.25, 0.5, 1] as [Double])
    func `alpha fades the whole pane`(layout: ChannelLayout, alpha: Double) throws {
        let frame = Rectangle(x: 9.5, y: 21, width: 38, height: 44)
        let panes = [pane(frame, radius: 9, alpha: alpha)]
        #expect(try deviation(picture(layout), [panes]) < 1)
    }

    @Test func `a pane without alpha is none`() throws {
        let frame = Rectangle(x: 9.5, y: 21, width: 38, height: 44)
        let visible = pane(Rectangle(x: 30, y: 30, width: 20, height: 20))
        let with = try rendered(picture(.rgb), [.panes([pane(frame, alpha: 0), visible])])
        #expect(try with == rendered(picture(.rgb), [.panes([visible])]))
    }

    @Test(arguments: [ChannelLayout.rgb, .grayAlpha])
    func `an inverted pane is all but its shape`(layout: ChannelLayout) throws {
        let frame = Rectangle(x: 19.5, y: 21, width: 28, height: 34)
        #expect(try deviation(picture(layout), [[pane(frame, radius: 9, isInverted: true)]]) < 1)
    }

    @Test(arguments: BlendMode.allCases, [ChannelLayout.rgb, .rgba, .gray])
    func `blends a pane with what lies beneath`(mode: BlendMode, layout: ChannelLayout) throws {
        let frame = Rectangle(x: 9.5, y: 21, width: 38, height: 44)
        let panes = [pane(frame, radius: 9, alpha: 0.75, blend: mode)]
        #expect(try deviation(picture(layout), [panes]) < 1.5)
    }

    @Test func `a pane stands in for a translucent picture instead of lying over it`() throws {
        let picture = Picture(size, .rgba) { _, _, channel in channel == 3 ? 20_000 : 50_000 }
        let frame = Rectangle(x: 9, y: 21, width: 38, height: 44)
        let result = try rendered(picture, [.panes([pane(frame)])])
        for channel in 0..<4 {
            let distance = abs(Int(result[30, 40, channel]) - Int(picture[30, 40, channel]))
            #expect(distance <= 2)
        }
    }

    @Test func `what a pane lets through is the picture, which stays opaque`() throws {
        let fading: [Filter] = [.blur(try GaussianBlur(sigma: 5, edge: .transparent))]
        let frame = Rectangle(x: 9, y: 21, width: 38, height: 44)
        #expect(try deviation(picture(.rgb), [[pane(frame, filters: fading)]]) < 1)
    }

    @Test func `averages and squares of a pane are those of its own rectangle`() throws {
        let frame = Rectangle(x: 9, y: 21, width: 38, height: 44)
        let picture = picture(.rgb)
        let crop = Picture(PixelSize(width: 38, height: 44), .rgb) { x, y, channel in
            picture[x + 9, y + 21, channel]
        }
        let curve = LuminanceCurve(amount: 0.6, values: [0.2, 0.9, 0.7, 0.4])
        for filters in [
            [.averageColor], [.pixelate(5)], [.pixelate(20)],
            [
                .captured(Capture(side: 4, filters: [.luminanceCurve(curve)])),
                .blur(try GaussianBlur(sigma: 6, edge: .normalize)),
            ],
        ] as [[Filter]] {
            let result = try rendered(picture, [.panes([pane(frame, filters: filters)])])
            let expected = try rendered(crop, filters.map(Plan.Step.filter))
            for channel in 0..<3 {
                for (x, y) in [(0, 0), (37, 0), (0, 43), (37, 43), (20, 22), (7, 31)] {
                    #expect(result[x + 9, y + 21, channel] == expected[x, y, channel])
                }
            }
        }
    }

    @Test func `a step after panes sees them`() throws {
        let frame = Rectangle(x: 9, y: 21, width: 38, height: 44)
        let panes = Plan.Step.panes([pane(frame, radius: 8)])
        let blur = Plan.Step.filter(.blur(try GaussianBlur(sigma: 4)))
        let both = try rendered(picture(.rgb), [panes, blur])
        let first = try rendered(picture(.rgb), [panes])
        #expect(try rendered(first, [blur]) == both)
    }

    @Test func `lays panes on a JPEG`() throws {
        let frame = Rectangle(x: 9.5, y: 21, width: 38, height: 44)
        let plan = Plan([.panes([pane(frame, radius: 8)])])
        let file = try picture(.rgb).encoded(.jpeg(JPEGOptions(quality: 90)))
        let decoded = try Picture(decoding: file)
        let expected = try Picture(decoding: try render(try decoded.encoded(), plan))
        #expect(try Picture(decoding: try render(file, plan)) == expected)
        let output = OutputOptions(
            encoding: .jpeg(JPEGOptions(quality: 100, subsampling: .s444))
        )
        let result = try Picture(decoding: try render(file, plan, output))
        let worst = zip(result.samples, expected.samples).map { abs(Int($0) - Int($1)) / 257 }.max()
        #expect(try #require(worst) <= 6)
    }

    @Test func `a colored pane gives color to a gray picture`() throws {
        let frame = Rectangle(x: 9.5, y: 21, width: 38, height: 44)
        let sepia = pane(frame, radius: 8, filters: [.color(.sepia(1))])
        let result = try rendered(picture(.gray), [.panes([sepia])])
        #expect(result.layout == .rgb)
        #expect(try deviation(picture(.gray), [[sepia]]) < 1)
        #expect(try rendered(picture(.grayAlpha), [.panes([sepia])]).layout == .rgba)
    }

    @Test func `stops when it is cancelled, also while it looks far ahead`() throws {
        let frame = Rectangle(x: 0, y: 0, width: 61, height: 83)
        let cancellation = Cancellation()
        let renderer = try Renderer(
            source: try SourceImage(bytes: try picture(.rgb).encoded(), limits: DecodeLimits()),
            plan: Plan([.panes([pane(frame, filters: [.averageColor])])]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
        let session = renderer.makeSession(cancellation: cancellation) { _ in }
        _ = try session.step()
        cancellation.cancel()
        #expect(throws: RenderError.cancelled) { try session.step() }
    }
}
