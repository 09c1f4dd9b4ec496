// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// Draws an image over a backdrop that is made of the same image, such as an enlarged blurred
/// copy.
///
/// The whole image is kept in memory, so that it can be read twice.
final class BackdropStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let frame: PixelRect
    private let stages: [PlannedStage<Straight>]
    private let context: StageContext
    private let columns: [Int]

    /// The whole image in memory, and the stages that make the backdrop of it.
    private var sources: (picture: RecordedPicture, backdrop: Pipeline)?
    private var nextRow = 0

    /// Creates a stage that draws an image over a backdrop made of it.
    ///
    /// - Parameters:
    ///   - upstream: The image.
    ///   - frame: The rectangle of the result, in coordinates of the image, which it contains.
    ///   - stages: The stages that make the backdrop, as large as the frame.
    ///   - context: The inputs of stages other than rows.
    init(
        _ upstream: any BandSource<Straight>,
        frame: PixelRect,
        stages: [PlannedStage<Straight>],
        context: StageContext
    ) {
        self.upstream = upstream
        self.frame = frame
        self.stages = stages
        self.context = context
        size = frame.size
        layout = upstream.layout
        columns = Array(0..<upstream.size.width)
    }

    func prepare() throws(RenderError) { _ = try prepared() }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let (picture, backdrop) = try prepared()
        try backdrop.end.pull(into: &band)
        let rows = (frame.y + nextRow)..<(frame.y + nextRow + band.rowCount)
        for row in rows.clamped(to: 0..<picture.size.height) {
            picture.copyRow(
                row,
                columns: columns,
                into: &band,
                row: row - rows.lowerBound,
                from: -frame.x
            )
        }
        nextRow += band.rowCount
    }

    private func prepared() throws(RenderError) -> (RecordedPicture, Pipeline) {
        if let sources { return sources }
        let picture = try RecordedPicture(upstream)
        let made = (picture, Pipeline(picture.wholeStage, stages: stages, context: context))
        sources = made
        return made
    }
}

extension BackdropStage {
    /// The plan of a stage that draws an image over a backdrop made of the same image.
    struct Plan: StagePlan {
        /// The rectangle of the result, in coordinates of the image; it contains the image.
        let frame: PixelRect

        /// The stages that make the backdrop from the image.
        let stages: [PlannedStage<Straight>]

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: frame.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            RecordedPicture.byteCount(size: input.size, layout: input.layout)
                + input.bandByteCount + stages.byteCount()
        }

        func passingByteCount(of input: PictureShape) -> Int { stages.passingByteCount() }

        func work(on input: PictureShape) -> Int { 3 * input.sampleCount + stages.work() }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            BackdropStage(upstream, frame: frame, stages: stages, context: context)
        }
    }
}
