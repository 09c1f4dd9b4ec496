// SPDX-License-Identifier: Apache-2.0

import Raster

/// The plan of a stage: its output and its costs, before it is built.
///
/// A stage is planned first and built later, so that the size, the memory and the work of a render
/// are known before anything is allocated. The plan is in one file with the class that it builds.
///
/// A stage has the same color form at its input and its output. Stages for premultiplied color
/// become part of a ``PremultipliedRun``, whose input and output are straight.
protocol StagePlan<Form>: Sendable {
    /// The color form of the stage: straight or premultiplied.
    associatedtype Form: AlphaForm

    /// The output extent and channels.
    func output(of input: PictureShape) -> PictureShape

    /// The dependence of output rows on input rows.
    func relation(of input: PictureShape) -> RowIntake.Relation

    /// The memory of the stage while it delivers rows, in bytes.
    func byteCount(of input: PictureShape) -> Int

    /// The greatest memory that the stage needs only before its first row, in bytes.
    ///
    /// Stages need it one after the other.
    func passingByteCount(of input: PictureShape) -> Int

    /// The stage work, in passes over a sample.
    func work(on input: PictureShape) -> Int

    /// The images other than the source that the stage decodes.
    var pictures: Set<PictureUse> { get }

    /// Builds the stage on the source from which it pulls its input rows.
    ///
    /// - Parameters:
    ///   - upstream: The stage to pull from.
    ///   - context: The inputs of stages other than rows.
    /// - Returns: A stage that owns the stage before it.
    func makeStage(_ upstream: Rows<Form>, _ context: StageContext) -> Rows<Form>
}

extension StagePlan {
    /// By default, the shape of the input.
    func output(of input: PictureShape) -> PictureShape { input }

    /// By default zero: the stage needs no extra memory before its first row.
    func passingByteCount(of input: PictureShape) -> Int { 0 }

    /// By default, the stage decodes no other images.
    var pictures: Set<PictureUse> { [] }
}

/// The extent and the channels of the rows between two stages.
struct PictureShape: Hashable, Sendable {
    /// The width and the height, in pixels.
    var size: PixelSize

    /// The channels: gray or color, with or without alpha.
    var layout: ChannelLayout

    /// The number of samples of all pixels.
    var sampleCount: Int { size.pixelCount * layout.channelCount }

    /// The size of a band of these rows, in bytes.
    var bandByteCount: Int {
        Band<Straight>.byteCount(layout: layout, width: size.width, capacity: bandHeight)
    }
}
