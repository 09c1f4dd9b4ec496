// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// A render of the frames of a moving image, one after the other: each passes through the stages of a still.
///
/// The frames share a decoder, which composes them, and an encoder. So a frame is the very image that a render of this
/// frame alone would encode, and memory does not grow with the number of frames.
final class MotionProduction: Production {
    private let cancellation: Cancellation
    private let renderer: Renderer
    private let stages: [PlannedStage<Straight>]
    private let space: WorkingSpace
    private let numbers: ClosedRange<Int>
    private let frames: FrameSequence
    private let colors: RowColors?
    private let encoder: MotionEncoder
    private var pipeline: Pipeline?
    private var band: Band<Straight>
    private var frameCount = 0
    private(set) var decoding: Duration = .zero
    private(set) var encoding: Duration = .zero

    init(
        _ renderer: Renderer,
        stages: [PlannedStage<Straight>],
        space: WorkingSpace,
        cancellation: Cancellation,
        sink: @escaping ByteSink
    ) throws(RenderError) {
        let source = renderer.source
        guard let numbers = source.selection.frames, let motion = source.header.motion,
            let facts = renderer.motion
        else { preconditionFailure("the render is a still") }
        self.cancellation = cancellation
        self.renderer = renderer
        self.stages = stages
        self.space = space
        self.numbers = numbers
        frames = FrameSequence(
            source.bytes,
            motion,
            limits: renderer.limits,
            damage: source.damage,
            supervision: cancellation.supervision
        )
        let profile = try WorkingSpace(keptBy: source, renderer.limits, cancellation).profile
        colors =
            renderer.replacesSpace
            ? WorkingSpace.standard.conversion(from: profile, layout: motion.layout)?
                .makeRowColors() : nil
        band = Band(
            layout: renderer.outputLayout,
            width: renderer.outputSize.width,
            capacity: bandHeight
        )
        do {
            encoder = try MotionEncoder(
                renderer.output.encoding,
                facts,
                iccProfile: renderer.replacesSpace ? nil : profile,
                supervision: cancellation.supervision,
                sink: sink
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    var isDecoded: Bool { frameCount == numbers.upperBound }

    var awaiting: Duration { decoding }

    func advance() throws(RenderError) -> Bool {
        guard let pipeline else { return try beginFrame() }
        try pipeline.end.pull(into: &band)
        let began = ContinuousClock.now
        defer { encoding += ContinuousClock.now - began }
        do {
            if band.rowCount > 0 {
                try encoder.encodeRows(band)
                return true
            }
            self.pipeline = nil
            if !isDecoded { return true }
            try encoder.finish()
            return false
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    /// Composes the next frame, and connects the stages to it; a frame that is not wanted passes.
    private func beginFrame() throws(RenderError) -> Bool {
        let began = ContinuousClock.now
        do throws(CodecError) {
            guard try frames.advance() else { throw .truncated }
        } catch {
            throw RenderError(error, cancellation)
        }
        decoding += ContinuousClock.now - began
        cancellation.note(frames.damage)
        frameCount += 1
        guard numbers.contains(frameCount) else { return true }
        encoder.beginFrame(delay: frames.motion.frames[frameCount - 1].delay)
        pipeline = Pipeline(
            FrameSource(frames, colors),
            stages: stages,
            context: StageContext(
                resources: renderer.resources,
                limits: renderer.limits,
                space: space,
                cancellation: cancellation,
                pictures: ResourcePictures(uses: renderer.plan.steps.flatMap(\.resources)),
                typesetting: renderer.typesetting
            )
        )
        return true
    }
}

/// The first stage of a frame's pipeline: it passes on the rows of the composed frame.
private final class FrameSource: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let frames: FrameSequence
    private let colors: RowColors?
    private var y = 0

    init(_ frames: FrameSequence, _ colors: RowColors?) {
        self.frames = frames
        self.colors = colors
        (size, layout) = (frames.motion.size, frames.motion.layout)
    }

    func pull(into band: inout Band<Straight>) {
        let end = min(y + band.capacity, size.height)
        frames.copyRows(y..<end, into: &band)
        colors?.apply(to: &band)
        y = end
    }
}
