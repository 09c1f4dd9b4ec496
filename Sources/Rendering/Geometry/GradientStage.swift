// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// Adds rows and columns of a gradient around an image.
final class GradientStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let extended: ExtentStage
    private var gradient: GradientRow
    private let frame: PixelRect
    private let picture: PixelSize
    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, frame: PixelRect, gradient: Gradient) {
        extended = ExtentStage(upstream, frame: frame)
        (size, layout, picture) = (frame.size, upstream.layout, upstream.size)
        self.frame = frame
        self.gradient = GradientRow(gradient)
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try extended.pull(into: &band)
        let inside = -frame.x..<(picture.width - frame.x)
        for row in 0..<band.rowCount {
            let holdsPicture = (0..<picture.height).contains(frame.y + nextRow)
            let gaps =
                holdsPicture
                ? [0..<inside.lowerBound, inside.upperBound..<size.width] : [0..<size.width]
            for columns in gaps {
                gradient.write(nextRow, columns: columns, into: &band, row: row)
            }
            nextRow += 1
        }
    }
}

extension GradientStage {
    /// The plan of a stage that enlarges an image to a frame filled with a gradient.
    struct Plan: StagePlan {
        /// The rectangle of the result, in coordinates of the image.
        let frame: PixelRect

        /// The gradient, in coordinates of the result.
        let gradient: Gradient

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: frame.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(max(0, frame.y)) }

        func byteCount(of input: PictureShape) -> Int { input.bandByteCount }

        func work(on input: PictureShape) -> Int { 8 * output(of: input).sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            GradientStage(upstream, frame: frame, gradient: gradient)
        }
    }
}
