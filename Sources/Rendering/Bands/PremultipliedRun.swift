// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Consecutive stages on premultiplied color, between one that premultiplies and one that
/// unpremultiplies.
struct PremultipliedRun: StagePlan {
    private let stages: [PlannedStage<Premultiplied>]

    /// Plans consecutive stages, each for the output of the one before it.
    ///
    /// - Parameters:
    ///   - plans: The stages, in order.
    ///   - input: The input extent and channels.
    init(_ plans: [any StagePlan<Premultiplied>], on input: PictureShape) {
        var shape = input
        stages = plans.map { plan in
            let stage = PlannedStage(plan, on: shape)
            shape = stage.output
            return stage
        }
    }

    func output(of input: PictureShape) -> PictureShape { stages.last?.output ?? input }

    func relation(of input: PictureShape) -> RowIntake.Relation { .run(stages.map(\.intake)) }

    func byteCount(of input: PictureShape) -> Int { stages.byteCount() }

    var pictures: Set<PictureUse> { stages.pictures() }

    func passingByteCount(of input: PictureShape) -> Int {
        stages.reduce(0) { max($0, $1.passingByteCount) }
    }

    func work(on input: PictureShape) -> Int {
        // One pass to premultiply, and two to unpremultiply.
        let conversions = input.sampleCount + 2 * output(of: input).sampleCount
        return stages.reduce(conversions) { $0 + $1.work }
    }

    func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
        let first: any BandSource<Premultiplied> = PremultiplyingStage(upstream)
        return UnpremultiplyingStage(stages.reduce(first) { StageLink($1, on: $0, context) })
    }
}

/// Pulls bands with straight alpha and multiplies their color by alpha.
private final class PremultiplyingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>

    init(_ upstream: any BandSource<Straight>) {
        self.upstream = upstream
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        var straight = band.assuming(Straight.self)
        do {
            try upstream.pull(into: &straight)
        } catch {
            band = straight.assuming(Premultiplied.self)
            throw error
        }
        band = straight.premultiplied()
    }
}

/// Pulls premultiplied bands and divides their color by alpha.
private final class UnpremultiplyingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>

    init(_ upstream: any BandSource<Premultiplied>) {
        self.upstream = upstream
        size = upstream.size
        layout = upstream.layout
    }

    func prepare() throws(RenderError) { try upstream.prepare() }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        var premultiplied = band.assuming(Premultiplied.self)
        do {
            try upstream.pull(into: &premultiplied)
        } catch {
            band = premultiplied.assuming(Straight.self)
            throw error
        }
        band = premultiplied.unpremultiplied()
    }
}
