// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Adds channels to an image: copies of gray as red, green and blue, or an opaque alpha.
final class ConvertingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var input: Band<Straight>

    init(_ upstream: any BandSource<Straight>, layout: ChannelLayout) {
        self.upstream = upstream
        self.layout = layout
        size = upstream.size
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &input)
        input.convert(into: &band)
    }
}

/// A source of rows with an alpha channel, opaque if the image had none.
struct RowsWithAlpha {
    /// The source of the rows, with an alpha channel.
    let source: any BandSource<Straight>

    /// Adds an opaque alpha channel to a source of rows if it has none.
    init(_ source: any BandSource<Straight>) {
        self.source =
            source.layout.hasAlpha
            ? source : ConvertingStage(source, layout: source.layout.addingAlpha)
    }
}

extension ConvertingStage {
    /// The plan of a stage that adds channels to an image.
    struct Plan: StagePlan {
        /// The output channels.
        let layout: ChannelLayout

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: input.size, layout: layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .same }

        func byteCount(of input: PictureShape) -> Int { input.bandByteCount }

        func work(on input: PictureShape) -> Int { output(of: input).sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            ConvertingStage(upstream, layout: layout)
        }
    }
}
