// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Typesetting

/// Draws a contact sheet: small copies of one image, each with another effect and a caption.
///
/// The small image is kept. The cells of a row are rendered side by side, band by band, when the
/// rows of the sheet need them.
final class GalleryStage: BandSource {
    let size: PixelSize
    let layout = ChannelLayout.rgb

    private let upstream: any BandSource<Straight>
    private let gallery: Gallery
    private let whole: PixelSize
    private let context: StageContext
    private var picture: RecordedPicture?
    private var captions: [Int: TextPlane] = [:]
    private var cells: [Int: CellReader] = [:]
    private var nextRow = 0

    /// Creates a stage that draws a contact sheet of a small image.
    ///
    /// - Parameters:
    ///   - upstream: The small image, in color.
    ///   - gallery: The sheet.
    ///   - whole: The extent of the image before its reduction.
    ///   - context: The inputs of stages other than rows.
    init(
        _ upstream: any BandSource<Straight>,
        gallery: Gallery,
        of whole: PixelSize,
        context: StageContext
    ) {
        precondition(upstream.layout.isColor, "a sheet without color")
        self.upstream = upstream
        self.gallery = gallery
        self.whole = whole
        self.context = context
        size = gallery.sheetSize(of: whole)
    }

    /// The stage memory in bytes: the small image, the stages and captions of one row of
    /// cells, and the drawing of a caption.
    static func byteCount(
        _ gallery: Gallery,
        of whole: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        let size = gallery.pictureSize(of: whole)
        let cells = gallery.cells.map { cell in
            stages(cell, size, layout).byteCount()
                + Band<Straight>.byteCount(layout: .rgb, width: size.width, capacity: bandHeight)
        }
        let captions = gallery.cells.indices.map { index in
            let frame = gallery.captionFrame(ofCell: index, on: whole)
            return TextRaster.byteCount(of: gallery.caption(ofCell: index, in: frame), in: frame)
                - TextRaster.layoutByteCount
        }
        return RecordedPicture.byteCount(size: size, layout: layout) + TextRaster.layoutByteCount
            + Gallery.columns * ((cells.max() ?? 0) + (captions.max() ?? 0))
    }

    /// The work of all cells and their captions, in passes over a sample.
    static func work(_ gallery: Gallery, of whole: PixelSize, layout: ChannelLayout) -> Int {
        let size = gallery.pictureSize(of: whole)
        return gallery.cells.indices.reduce(0) { sum, index in
            let frame = gallery.captionFrame(ofCell: index, on: whole)
            let caption = TextRaster.work(of: gallery.caption(ofCell: index, in: frame), in: frame)
            return sum + caption + stages(gallery.cells[index], size, layout).work()
        }
    }

    func prepare() throws(RenderError) { _ = try recorded() }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let rows = nextRow..<min(nextRow + band.capacity, size.height)
        nextRow = rows.upperBound
        band.rowCount = rows.count
        for channel in 0..<layout.channelCount {
            for offset in 0..<rows.count {
                var row = band.mutableRow(offset, of: channel)
                row.update(repeating: 65_535)
            }
        }
        for index in gallery.cells.indices {
            let frame = gallery.frame(ofCell: index, on: whole)
            for y in frame.rows.clamped(to: rows) {
                try reader(index).copyRow(into: &band, row: y - rows.lowerBound, x: frame.x)
            }
            if frame.rows.upperBound <= rows.upperBound { cells[index] = nil }
            try drawCaption(index, rows, into: &band)
        }
    }

    private func reader(_ index: Int) throws(RenderError) -> CellReader {
        if let reader = cells[index] { return reader }
        let picture = try recorded()
        let stages = Self.stages(gallery.cells[index], picture.size, upstream.layout)
        let reader = CellReader(Pipeline(picture.wholeStage, stages: stages, context: context))
        cells[index] = reader
        return reader
    }

    /// Draws the part of a caption that overlaps some rows, in black.
    private func drawCaption(
        _ index: Int,
        _ rows: Range<Int>,
        into band: inout Band<Straight>
    ) throws(RenderError) {
        let frame = gallery.captionFrame(ofCell: index, on: whole)
        guard frame.rows.overlaps(rows) else { return }
        let plane = try caption(index, frame)
        for y in plane.rect.rows.clamped(to: rows) {
            let covered = plane.row(y)
            for channel in 0..<layout.channelCount {
                var row = band.mutableRow(y - rows.lowerBound, of: channel)
                for x in 0..<covered.count {
                    row[plane.rect.x + x] = UInt16(255 - covered[x]) * 257
                }
            }
        }
        if frame.rows.upperBound <= rows.upperBound { captions[index] = nil }
    }

    private func caption(_ index: Int, _ frame: PixelRect) throws(RenderError) -> TextPlane {
        if let plane = captions[index] { return plane }
        try context.cancellation.check()
        let form = gallery.caption(ofCell: index, in: frame)
        let plane = try context.draw(form, in: frame)
        captions[index] = plane
        return plane
    }

    private func recorded() throws(RenderError) -> RecordedPicture {
        if let picture { return picture }
        let recorded = try RecordedPicture(upstream)
        picture = recorded
        return recorded
    }

    private static func stages(
        _ cell: Gallery.Cell,
        _ size: PixelSize,
        _ layout: ChannelLayout
    ) -> [PlannedStage<Straight>] {
        var planner = StagePlanner(size: size, layout: layout)
        planner.add(cell.filters)
        planner.addOpaqueColor(over: .white)
        return planner.stages
    }
}

/// Renders a cell of a contact sheet, and delivers its rows one by one.
private final class CellReader {
    private let pipeline: Pipeline
    private var band: Band<Straight>
    private var taken = 0

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        band = pipeline.end.makeBand()
    }

    /// Copies the next row of the cell to a place in a band of the sheet.
    func copyRow(into sheet: inout Band<Straight>, row: Int, x: Int) throws(RenderError) {
        if taken == band.rowCount {
            try pipeline.end.pull(into: &band)
            precondition(band.rowCount > 0, "a cell with fewer rows than it said")
            taken = 0
        }
        for channel in 0..<sheet.layout.channelCount {
            let source = band.row(taken, of: channel)
            var target = sheet.mutableRow(row, of: channel)
            target.copy(source, at: x)
        }
        taken += 1
    }
}

extension GalleryStage {
    /// The plan of a stage that draws a contact sheet.
    struct Plan: StagePlan {
        let gallery: Gallery

        /// The size of the image before its reduction, in pixels.
        let whole: PixelSize

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: gallery.sheetSize(of: whole), layout: .rgb)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            GalleryStage.byteCount(gallery, of: whole, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int {
            output(of: input).sampleCount
                + GalleryStage.work(gallery, of: whole, layout: input.layout)
        }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            GalleryStage(upstream, gallery: gallery, of: whole, context: context)
        }
    }
}
