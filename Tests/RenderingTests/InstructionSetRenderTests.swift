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
}
