// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Composites an image with alpha over an opaque color.
final class FlatteningStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let background: Color
    private var input: Band<Straight>

    /// Creates a stage that composites an image over a color.
    ///
    /// - Parameters:
    ///   - upstream: The image.
    ///   - background: The color beneath it.
    ///   - layout: The channels without alpha; with color if the image or the background has any.
    init(_ upstream: any BandSource<Straight>, background: Color, layout: ChannelLayout) {
        self.upstream = upstream
        self.background = background
        self.layout = layout
        size = upstream.size
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &input)
        input.composite(over: background, into: &band)
    }
}

extension FlatteningStage {
    /// The plan of a stage that composites an image over an opaque color.
    struct Plan: StagePlan {
        let background: Color

        /// The output channels, without alpha.
        let layout: ChannelLayout

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: input.size, layout: layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .same }

        func byteCount(of input: PictureShape) -> Int { input.bandByteCount }

        func work(on input: PictureShape) -> Int { output(of: input).sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            FlatteningStage(upstream, background: background, layout: layout)
        }
    }
}
