// SPDX-License-Identifier: Apache-2.0

import Raster

/// A stage of a pipeline before it is built: what it does, and what it will cost.
///
/// A stage is planned first and built later, so that size, memory and work of a render are known before
/// anything is allocated for it. The plan stands in one file with the class that it builds.
///
/// All stages take color in the form in which they give it out. Those for premultiplied color are made
/// part of a ``PremultipliedRun``, which begins and ends with straight color.
protocol StagePlan<Form>: Sendable {
    /// Whether the stage takes and gives out straight or premultiplied color.
    associatedtype Form: AlphaForm

    /// The extent and the channels of the rows that come out.
    func output(of input: PictureShape) -> PictureShape

    /// How rows that come out relate to rows that go in.
    func relation(of input: PictureShape) -> RowIntake.Relation

    /// The bytes that the stage keeps.
    func byteCount(of input: PictureShape) -> Int

    /// The most bytes that the stage takes at one time before its first row, and frees again; stages
    /// do so one after the other.
    func passingByteCount(of input: PictureShape) -> Int

    /// The work that the stage does, in passes over a sample.
    func work(on input: PictureShape) -> Int

    /// Builds the stage.
    ///
    /// - Parameters:
    ///   - upstream: The stage that it pulls from.
    ///   - context: Everything that stages may need beside rows.
    /// - Returns: A stage that owns the one before it.
    func makeStage(
        _ upstream: any BandSource<Form>,
        _ context: Pipeline.Context
    ) -> any BandSource<Form>
}

extension StagePlan {
    /// The same as goes in.
    func output(of input: PictureShape) -> PictureShape { input }

    /// None.
    func passingByteCount(of input: PictureShape) -> Int { 0 }
}

/// The extent and the channels of the rows between two stages.
struct PictureShape: Hashable, Sendable {
    /// The extent.
    var size: PixelSize

    /// The channels.
    var layout: ChannelLayout

    /// The samples of all pixels.
    var sampleCount: Int { size.pixelCount * layout.channelCount }

    /// The bytes of a band of these rows.
    var bandByteCount: Int {
        Band<Straight>.byteCount(layout: layout, width: size.width, capacity: bandHeight)
    }
}
