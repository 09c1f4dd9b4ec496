// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// A pane that is drawn row by row on the image.
///
/// Its contents and its mask are prepared in advance. All else is built for its first row.
final class PaneRows {
    /// The rows of the image that the pane covers.
    let rows: Range<Int>

    private let bounds: PixelRect
    private let layering: Layering
    private let alpha: UInt16
    private let plan: PlannedPane
    /// Whether the contents are drawn on the image, without a backdrop of their own.
    private let drawsDirectly: Bool
    private let contentLayout: ChannelLayout
    private let context: StageContext
    private let source: any BandSource<Straight>
    private var contents: [ContentRows] = []
    private var mask: Band<Premultiplied>

    /// The filtered image beneath the pane; nil before its first row.
    private var beneath: Pipeline?
    private var coverage: PathCoverage?
    private var clips: ClipRows?
    private var band: Band<Straight>

    /// The fraction of each pixel that the pane covers, in the rows of the current band.
    private var covers: Band<Premultiplied>
    /// The columns that the pane covers in each row of the current band.
    private var coveredColumns: [Range<Int>] = []
    private var coveredRows = 0..<0
    private var weights: Samples<UInt16>

    /// The row of the image where the current band begins.
    private var bandStart: Int

    /// Creates a pane on a buffer of rows that keeps each row until the pane is drawn on it.
    ///
    /// - Parameters:
    ///   - plan: The pane.
    ///   - backdrop: The rows.
    ///   - layout: The channels of the bands on which the pane is drawn.
    ///   - context: The inputs of stages other than rows.
    convenience init(
        _ plan: PlannedPane,
        on backdrop: Backdrop,
        layout: ChannelLayout,
        context: StageContext
    ) {
        self.init(plan, layout, context) { CroppingStage(backdrop, bounds: plan.pane.bounds) }
    }

    /// Creates a pane on an image that is in memory as a whole.
    ///
    /// - Parameters:
    ///   - plan: The pane.
    ///   - picture: The image.
    ///   - layout: The channels of the bands on which the pane is drawn.
    ///   - context: The inputs of stages other than rows.
    convenience init(
        _ plan: PlannedPane,
        on picture: RecordedPicture,
        layout: ChannelLayout,
        context: StageContext
    ) {
        self.init(plan, layout, context) { picture.stage(plan.pane.bounds) }
    }

    private init(
        _ plan: PlannedPane,
        _ layout: ChannelLayout,
        _ context: StageContext,
        makeBackdrop: () -> any BandSource<Straight>
    ) {
        let pane = plan.pane
        self.plan = plan
        self.context = context
        drawsDirectly = plan.drawsDirectly
        contentLayout = plan.drawsDirectly ? layout : plan.layout
        bounds = pane.bounds
        rows = bounds.rows
        layering = plan.layering
        alpha = UInt16((pane.alpha * 65_535).rounded())
        source =
            if let color = pane.layerColor {
                ConstantStage(color, size: bounds.size, layout: plan.inputLayout)
            } else {
                makeBackdrop()
            }
        band = Band(layout: .gray, width: 1, capacity: 1)
        covers = Band(layout: .gray, width: 1, capacity: 1)
        weights = Samples(repeating: 0, count: 0)
        bandStart = bounds.y
        mask = Band(layout: .gray, width: 1, capacity: 1)
    }

    /// Prepares the mask, and the images, texts and shapes of the pane.
    ///
    /// - Throws: Errors of decoding and typesetting.
    func prepare() throws(RenderError) {
        for content in plan.contents {
            try context.cancellation.check()
            contents.append(try ContentRows(content, on: contentLayout, context: context))
        }
        if let placed = plan.pane.coverage.mask {
            mask = try context.pictures.presence(placed, context)
                .framed(placed.form, in: bounds, by: .mean, context.cancellation)
        }
    }

    /// Computes how much of each pixel the pane covers, in the rows of one band.
    ///
    /// - Parameter band: The image rows in the band, at most ``bandHeight``; calls come in
    ///   order.
    /// - Throws: ``RenderError/cancelled`` or ``RenderError/deadlineExceeded``.
    func cover(_ band: Range<Int>) throws(RenderError) {
        coveredRows = rows.clamped(to: band)
        coveredColumns.removeAll(keepingCapacity: true)
        // Such a pane shares no pixel with another one of its step.
        if drawsDirectly { return coveredColumns = coveredRows.map { _ in 0..<0 } }
        if !coveredRows.isEmpty { try begin() }
        for row in 0..<coveredRows.count {
            let covered = Self.cover(&coverage, &covers, row)
            clips?.multiply(&covers, row, covered)
            coveredColumns.append(covered)
        }
        covers.rowCount = coveredRows.count
    }

    /// Draws the pane on a band, in the rows for which its coverage was computed last.
    ///
    /// - Parameters:
    ///   - picture: The band.
    ///   - first: The row of the image where the band begins.
    ///   - later: The panes of the same step that are drawn after this one.
    /// - Throws: Errors of the rows beneath the pane.
    func draw(
        on picture: inout Band<Straight>,
        firstRow first: Int,
        beneath later: ArraySlice<PaneRows>
    ) throws(RenderError) {
        if drawsDirectly {
            return Self.draw(contents, rows: coveredRows, on: &picture, first, 0)
        }
        for row in coveredRows {
            if row == bandStart + band.rowCount { try pull() }
            let covered = coveredColumns[row - coveredRows.lowerBound]
            if covered.isEmpty { continue }
            weigh(row, covered)
            share(row, covered, with: later)
            picture.blend(
                band,
                row: row - bandStart,
                columns: covered,
                ontoRow: row - first,
                at: bounds.x + covered.lowerBound,
                weights: weights,
                layering: layering
            )
        }
    }

    /// Builds the stages and the buffers of the pane, once, before its first row.
    private func begin() throws(RenderError) {
        if beneath != nil { return }
        coverage = try PathCoverage(
            plan.pane.coverage.shapes,
            isInverted: plan.pane.coverage.isInverted,
            bounds: bounds,
            check: context.cancellation.check
        )
        clips = ClipRows(plan.pane.coverage.clips, in: bounds)
        let beneath = Pipeline(source, stages: plan.stages, context: context)
        band = beneath.end.makeBand()
        covers = Band(layout: .gray, width: bounds.size.width, capacity: bandHeight)
        weights = Samples(repeating: 0, count: bounds.size.width)
        self.beneath = beneath
    }

    private func pull() throws(RenderError) {
        try context.cancellation.check()
        guard let beneath else { return }
        bandStart += band.rowCount
        try beneath.end.pull(into: &band)
        precondition(band.rowCount > 0, "a pane with fewer rows than it said")
        let rows = bandStart..<(bandStart + band.rowCount)
        Self.draw(contents, rows: rows, on: &band, bandStart, bounds.x)
    }

    /// Draws rows of contents on a band that begins at a row and a column of the image.
    private static func draw(
        _ contents: [ContentRows],
        rows: Range<Int>,
        on band: inout Band<Straight>,
        _ start: Int,
        _ firstColumn: Int
    ) {
        for content in contents {
            for y in content.rect.rows.clamped(to: rows) {
                content.draw(on: &band, row: y - start, y: y, firstColumn: firstColumn)
            }
        }
    }

    /// Sets the weights with which a row is blended: its coverage times alpha and mask.
    private func weigh(_ y: Int, _ columns: Range<Int>) {
        Self.copy(covers, y - coveredRows.lowerBound, into: &weights)
        if alpha < 65_535 { weights.fade(by: alpha, columns) }
        if mask.rowCount > 0 { weights.multiply(by: mask, row: y - bounds.y, columns) }
    }

    /// Adjusts the weights of a row where later panes cover parts of the same pixels.
    private func share(_ y: Int, _ columns: Range<Int>, with later: ArraySlice<PaneRows>) {
        let others = later.filter { $0.meets(self, in: y) }
        if others.isEmpty { return }
        for x in columns.lowerBound + bounds.x..<columns.upperBound + bounds.x {
            var pixel = SharedPixel()
            var isDivided = (1..<65_535).contains(cover(x, y))
            for other in others.reversed() {
                let cover = other.cover(x, y)
                if cover == 0 { continue }
                isDivided = isDivided || cover < 65_535
                pixel.draw(cover: cover, opacity: other.opacity(x, y))
            }
            // Pixels that no edge crosses need no share.
            if !isDivided || pixel.isEmpty { continue }
            let weight = pixel.weight(cover: cover(x, y), opacity: opacity(x, y))
            Self.set(&weights, x - bounds.x, weight)
        }
    }

    /// Whether this pane and another one may cover the same pixels of a row.
    private func meets(_ other: PaneRows, in y: Int) -> Bool {
        guard coveredRows.contains(y), bounds.columns.overlaps(other.bounds.columns) else {
            return false
        }
        return !coveredColumns[y - coveredRows.lowerBound].isEmpty
    }

    /// Returns how much of a pixel of the image the pane covers; 65,535 is all of it.
    private func cover(_ x: Int, _ y: Int) -> UInt16 {
        guard bounds.columns.contains(x), coveredRows.contains(y) else { return 0 }
        return Self.sample(covers, x - bounds.x, y - coveredRows.lowerBound)
    }

    /// Returns the opacity of the pane times its mask at a pixel of the image, from 0 to 1.
    private func opacity(_ x: Int, _ y: Int) -> Double {
        let masked = mask.rowCount > 0 ? Self.sample(mask, x - bounds.x, y - bounds.y) : 65_535
        return Double(alpha) / 65_535 * Double(masked) / 65_535
    }

    // Swift treats two properties, and a span of one of them, as separate accesses in a static
    // function.

    private static func cover(
        _ coverage: inout PathCoverage?,
        _ covers: inout Band<Premultiplied>,
        _ row: Int
    ) -> Range<Int> {
        var row = covers.mutableRow(row, of: 0)
        return coverage?.coverNext(into: &row) ?? 0..<0
    }

    private static func sample(
        _ band: borrowing Band<Premultiplied>,
        _ x: Int,
        _ row: Int
    ) -> UInt16 {
        band.row(row, of: 0)[x]
    }

    private static func copy(
        _ covers: borrowing Band<Premultiplied>,
        _ row: Int,
        into weights: inout Samples<UInt16>
    ) {
        var target = weights.mutableSpan(0..<weights.count)
        target.copy(covers.row(row, of: 0))
    }

    private static func set(_ weights: inout Samples<UInt16>, _ x: Int, _ weight: UInt16) {
        var row = weights.mutableSpan(x..<x + 1)
        row[0] = weight
    }
}
