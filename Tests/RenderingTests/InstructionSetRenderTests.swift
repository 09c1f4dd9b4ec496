// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster
import Rendering
import Testing

/// Whole renders by every variant of the kernels that runs here.
///
/// The variant is that of the process: one test after the other.
@Suite(.serialized) struct InstructionSetRenderTests {
    @Test(arguments: ChannelLayout.allCases, EdgeMode.allCases)
    func `gives the same bytes by every variant`(layout: ChannelLayout, edge: EdgeMode) throws {
        defer { InstructionSet.use(.fastest) }
        for (width, sigma, amount) in [(83, 0.7, 1.8), (200, 4, 0.3), (131, 30, 40)] {
            let size = PixelSize(width: width, height: 41)
            let plan = Plan(
                blur: try GaussianBlur(sigma: Float(sigma), edge: edge),
                saturate: try Saturation(amount: Double(amount))
            )
            for depth in [SampleDepth.eight, .sixteen] {
                let options = EncodingOptions.png(PNGOptions(bitDepth: depth, dither: true))
                let file = try Picture.noise(size, layout).encoded(options)
                let results = try InstructionSet.supported.map { set in
                    InstructionSet.use(set)
                    return try render(file, plan, OutputOptions(encoding: options))
                }
                for (set, result) in zip(InstructionSet.supported, results) {
                    #expect(result == results[0], "\(set), width \(width), sigma \(sigma)")
                }
            }
        }
    }

    @Test(arguments: [ChannelLayout.gray, .rgb], [5, 9, 40] as [Float])
    func `gives the same bytes of planes by every variant`(
        layout: ChannelLayout,
        sigma: Float
    ) throws {
        defer { InstructionSet.use(.fastest) }
        let options = EncodingOptions.jpeg(JPEGOptions())
        let plan = Plan(
            blur: try GaussianBlur(sigma: sigma),
            saturate: try Saturation(amount: 1.8)
        )
        for width in [7, 83, 200] {
            let file = try Picture.noise(PixelSize(width: width, height: 90), layout)
                .encoded(options)
            let results = try InstructionSet.supported.map { set in
                InstructionSet.use(set)
                return try render(file, plan, OutputOptions(encoding: options))
            }
            for (set, result) in zip(InstructionSet.supported, results) {
                #expect(result == results[0], "\(set), width \(width)")
            }
        }
    }

    private static func filters() throws -> [Filter] {
        let curve = LuminanceCurve(amount: 0.7, values: [0.1, 0.9, 0.2, 1.3])
        let color = StraightColor(red: 0.1, green: 0.7, blue: 0.3, alpha: 0.4)
        let capture = Capture(side: 4, filters: [.luminanceCurve(curve), .color(.saturate(1.8))])
        return [
            .color(.contrast(1.7)), .luminanceCurve(curve), .tint(color), .captured(capture),
            .pixelate(3), .averageColor, .vignette(try Vignette(start: 0.2)),
            .boxBlur(try BoxBlur(sigma: 4, kind: .css3box, edge: .mirror)),
            .boxBlur(try BoxBlur(sigma: 4, kind: .apple3box, edge: .clamp)),
            .motionBlur(try MotionBlur(radius: 9, angle: 33)),
            .zoomBlur(try ZoomBlur(amount: 0.2)), .magnify(try Magnification(factor: 1.3)),
            .channelCurve(ChannelCurve(values: [0.1, 0.9, 0.2, 1.3])),
            .dropShadow(try DropShadow(offset: Point(x: 2.5, y: -3), sigma: 4, color: color)),
        ]
    }

    @Test(arguments: ChannelLayout.allCases)
    func `gives the same bytes of every filter by every variant`(layout: ChannelLayout) throws {
        defer { InstructionSet.use(.fastest) }
        for filter in try Self.filters() {
            for size in oddSizes {
                let picture = Picture.deepNoise(size, layout)
                let results = try InstructionSet.supported.map { set in
                    InstructionSet.use(set)
                    return try picture.rendered([filter])
                }
                for (set, result) in zip(InstructionSet.supported, results) {
                    #expect(result == results[0], "\(set), \(filter), \(size)")
                }
            }
        }
    }
}
