// SPDX-License-Identifier: Apache-2.0

import Raster

/// A link of a pipeline that builds its stage at the first row and releases it after the last.
///
/// The stage is built when its first row is asked for, and released after its last one, together
/// with all stages before it. So stages do not hold memory while others work. Cancellation is
/// checked before each band, because a stage may pull many bands for one of its own.
final class StageLink<Form: AlphaForm>: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private enum State {
        case planned(PlannedStage<Form>, on: any BandSource<Form>)
        case built(any BandSource<Form>)
        case over
    }

    private var state: State
    private let isWhole: Bool
    private let above: StageLink<Form>?
    private let context: StageContext

    /// Whether the stages before this one that need the whole image for their first row have read
    /// it.
    private var isReady = false
    private var rowsLeft: Int

    /// Creates a link whose stage is not built yet.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - upstream: The source of its rows.
    ///   - context: The inputs of the stage other than rows.
    init(
        _ stage: PlannedStage<Form>,
        on upstream: any BandSource<Form>,
        _ context: StageContext
    ) {
        size = stage.output.size
        layout = stage.output.layout
        isWhole = stage.intake.isWhole
        above = upstream as? StageLink<Form>
        rowsLeft = stage.output.size.height
        state = .planned(stage, on: upstream)
        self.context = context
    }

    func prepare() throws(RenderError) {
        try makeReady()
        try stage()?.prepare()
    }

    func pull(into band: inout Band<Form>) throws(RenderError) {
        try context.cancellation.check()
        try makeReady()
        guard let stage = try stage() else {
            band.rowCount = 0
            return
        }
        try stage.pull(into: &band)
        rowsLeft -= band.rowCount
        if rowsLeft <= 0 { release() }
    }

    /// Lets the stages before this one that need the whole image for their first row read it, from
    /// top to bottom.
    ///
    /// The stages between two of them are then released before later stages are built.
    private func makeReady() throws(RenderError) {
        var wholes: [StageLink<Form>] = []
        var link = self
        while !link.isReady {
            link.isReady = true
            guard let next = link.above else { break }
            if next.isWhole { wholes.append(next) }
            link = next
        }
        for link in wholes.reversed() { try link.stage()?.prepare() }
    }

    /// The stage, built on first use; nil after its last row.
    private func stage() throws(RenderError) -> (any BandSource<Form>)? {
        switch state {
        case .planned(let planned, let upstream):
            try context.cancellation.check()
            let stage = planned.makeStage(upstream, context)
            state = .built(stage)
            return stage
        case .built(let stage): return stage
        case .over: return nil
        }
    }

    private func release() {
        state = .over
        var link = above
        while let next = link, !next.isOver {
            next.state = .over
            link = next.above
        }
    }

    private var isOver: Bool { if case .over = state { true } else { false } }
}
