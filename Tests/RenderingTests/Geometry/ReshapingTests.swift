// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

@Suite struct ReshapingTests {
    /// A part of a picture, and a color outside of it.
    private func framed(_ picture: Picture, _ frame: PixelRect, _ color: [UInt16]) -> Picture {
        Picture(frame.size, picture.layout) { x, y, channel in
            let (column, row) = (x + frame.x, y + frame.y)
            let isInside =
                (0..<picture.size.width).contains(column)
                && (0..<picture.size.height).contains(row)
            return isInside ? picture[column, row, channel] : color[channel]
        }
    }

    @Test(arguments: oddSizes, [ChannelLayout.rgb, .grayAlpha])
    func `turns and mirrors samples without changing any`(
        size: PixelSize,
        layout: ChannelLayout
    ) throws {
        let picture = Picture.deepNoise(size, layout)
        for quarters in 0..<4 {
            for flip in [nil, QuarterTurn.Flip.horizontal, .vertical] {
                let turn = QuarterTurn(quarters: quarters, flip: flip)
                let extent = turn.size(of: size)
                let expected = Picture(extent, layout) { x, y, channel in
                    let pixel = Rectangle(x: Double(x), y: Double(y), width: 1, height: 1)
                    let source = turn.source(of: pixel, in: extent)
                    return picture[Int(source.x), Int(source.y), channel]
                }
                #expect(try picture.rendered([.reshape(.turn(turn))]) == expected)
            }
        }
    }

    @Test func `keeps no more of a turned picture than its file has`() throws {
        let file = try Picture.noise(PixelSize(width: 400, height: 400), .rgb).encoded()
        let turn = Plan.Step.reshape(.turn(QuarterTurn(quarters: 1)))
        let crop = Plan.Step.reshape(.crop(PixelRect(x: 0, y: 0, width: 400, height: 399)))
        let memory = try [[], [turn], [crop], [crop, turn]].map { steps in
            try Renderer(
                source: try SourceImage(bytes: file, limits: DecodeLimits()),
                plan: Plan(steps),
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: DecodeLimits()
            ).estimate.memory
        }
        // A byte for each sample, and a band.
        #expect(memory[1] - memory[0] < 400 * 400 * 3 + 100_000)
        #expect(memory[3] - memory[2] < 400 * 400 * 3 + 100_000)
    }

    @Test(arguments: oddSizes)
    func `pads with a color and adds the channels that it needs`(size: PixelSize) throws {
        let picture = Picture.deepNoise(size, .rgba)
        let frame = PixelRect(x: -7, y: -20, width: size.width + 9, height: size.height + 21)
        let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.4)
        let step = Plan.Step.reshape(.pad(Padding(frame: frame, fill: .color(red))))
        #expect(
            try picture.rendered([step]) == framed(picture, frame, [65_535, 0, 0, 26_214])
        )
        let gray = try Picture.deepNoise(size, .gray).rendered([step])
        #expect(gray.layout == .rgba && gray.size == frame.size)
        let white = Padding(frame: frame, fill: .color(StraightColor(white: 1)))
        let kept = try Picture.deepNoise(size, .gray).rendered([.reshape(.pad(white))])
        #expect(kept == framed(Picture.deepNoise(size, .gray), frame, [65_535]))
    }

    @Test(arguments: oddSizes)
    func `pads with a gradient and keeps the picture`(size: PixelSize) throws {
        let picture = Picture.deepNoise(size, .gray)
        let frame = PixelRect(x: -7, y: -20, width: size.width + 9, height: size.height + 21)
        let text = "linear-gradient(to right, rgb(255 0 0 / 50%), #00f)"
        let gradient = try CSSGradient(text).resolved(on: frame.size, scale: 1)
        let padding = Padding(frame: frame, fill: .gradient(gradient))
        let result = try picture.rendered([.reshape(.pad(padding))])
        let kept = framed(picture, frame, [0])
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width {
                let isInside =
                    (7..<7 + size.width).contains(x) && (20..<20 + size.height).contains(y)
                let share = (Double(x) + 0.5) / Double(frame.size.width)
                let alpha = 0.5 + share / 2
                let expected =
                    isInside
                    ? [kept[x, y, 0], kept[x, y, 0], kept[x, y, 0], 65_535]
                    : [(1 - share) / 2 / alpha, 0, share / alpha, alpha].map {
                        UInt16(($0 * 65_535).rounded())
                    }
                for channel in 0..<4 {
                    #expect(abs(Int(result[x, y, channel]) - Int(expected[channel])) <= 1)
                }
            }
        }
    }

    @Test(arguments: oddSizes)
    func `pads with reflections that repeat the samples at the edges`(size: PixelSize) throws {
        let picture = Picture.deepNoise(size, .rgb)
        let frame = PixelRect(
            x: -3 * size.width - 1,
            y: -size.height - 4,
            width: 6 * size.width + 5,
            height: 4 * size.height + 7
        )
        func reflect(_ position: Int, _ count: Int) -> Int {
            var position = position
            while !(0..<count).contains(position) {
                position = position < 0 ? -1 - position : 2 * count - 1 - position
            }
            return position
        }
        let expected = Picture(frame.size, .rgb) { x, y, channel in
            picture[reflect(x + frame.x, size.width), reflect(y + frame.y, size.height), channel]
        }
        let step = Plan.Step.reshape(.pad(Padding(frame: frame, fill: .mirror)))
        #expect(try picture.rendered([step]) == expected)
    }

    @Test(arguments: [ChannelLayout.rgb, .gray, .rgba])
    func `lays a picture on a backdrop made of itself`(layout: ChannelLayout) throws {
        let picture = Picture.photo(PixelSize(width: 50, height: 70), layout)
        let frame = PixelRect(x: -40, y: -3, width: 120, height: 80)
        let cover = Resize(
            size: frame.size,
            source: Rectangle(x: 0, y: 18.25, width: 50, height: 33.5)
        )
        let filters = try FilterList("blur(6px) sepia(1)").filters(edge: .mirror)
        let result = try picture.rendered([
            .reshape(.pad(Padding(frame: frame, fill: .backdrop(cover, filters))))
        ])
        let backdrop = try picture.rendered(
            [.reshape(.resize(cover))] + filters.map(Plan.Step.filter)
        )
        #expect(result.size == frame.size && result.layout == backdrop.layout)
        let color = layout.isColor ? [0, 1, 2] : [0, 0, 0]
        let expected = Picture(frame.size, result.layout) { x, y, channel in
            let (column, row) = (x - 40, y - 3)
            guard (0..<50).contains(column), (0..<70).contains(row) else {
                return backdrop[x, y, channel]
            }
            return picture[column, row, channel < 3 ? color[channel] : channel]
        }
        #expect(result == expected)
    }

    @Test func `refuses a frame that does not contain the picture`() throws {
        let frame = PixelRect(x: 1, y: 0, width: 90, height: 90)
        let step = Plan.Step.reshape(.pad(Padding(frame: frame, fill: .mirror)))
        #expect(throws: RenderError.plan(.partOutside(frame))) {
            try Picture.deepNoise(PixelSize(width: 9, height: 9), .rgb).rendered([step])
        }
    }

    @Test func `measures texts on the geometry of the result`() throws {
        let file = try Picture.noise(PixelSize(width: 400, height: 300), .rgb).encoded()
        let analysis = try LegibilityAnalysis(
            source: try SourceImage(bytes: file, limits: DecodeLimits()),
            reshapings: [.resize(Resize(size: PixelSize(width: 80, height: 60)))],
            goal: LegibilityGoal(text: .label, measure: .wcag, target: 4.5, traits: Traits()),
            limits: DecodeLimits()
        )
        #expect(analysis.pane == PixelRect(x: 0, y: 0, width: 80, height: 60))
        #expect(try !analysis.run(cancellation: Cancellation()).rows.isEmpty)
    }
}
