// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A pane with its stages, contents and costs; nothing is built for it yet.
struct PlannedPane: Sendable {
    /// The pane as the request describes it.
    let pane: Pane

    /// The images, texts and shapes that lie at least partly inside of the pane.
    let contents: [PlannedContent]

    /// The header of the file of the pane's mask; nil without a mask.
    let maskHeader: ImageHeader?

    /// The stages of the pane's filters; they change the image beneath.
    let stages: [PlannedStage<Straight>]

    /// The greatest memory of the stages at one time, in bytes.
    private let stagesByteCount: Int

    /// The channels of the image beneath, or of the color with which the pane begins.
    let inputLayout: ChannelLayout

    /// The channels of the pane after its filters.
    let layout: ChannelLayout

    /// The blend mode of the pane, and whether it replaces the image beneath.
    let layering: Layering

    /// Whether the contents are drawn directly on the image, because the pane does nothing else.
    var drawsDirectly: Bool {
        pane.filters.isEmpty && pane.alpha == 1 && pane.blend == .normal
            && pane.coverage == PaneCoverage(shapes: [], isInverted: true)
    }

    /// Plans a pane on an image, or throws if it does not fit.
    ///
    /// - Parameters:
    ///   - pane: The pane.
    ///   - picture: The image extent and channels.
    ///   - resources: The images that the pane uses.
    /// - Throws: ``PlanFault``.
    init(
        _ pane: Pane,
        on picture: PictureShape,
        resources: [ResourceID: SourceImage] = [:]
    ) throws(PlanFault) {
        let layout = picture.layout
        let (width, height) = (picture.size.width, picture.size.height)
        guard pane.bounds.isInside(PixelRect(x: 0, y: 0, width: width, height: height)) else {
            throw .paneOutside(pane.bounds)
        }
        func planner(_ layout: ChannelLayout) -> StagePlanner {
            var planner = StagePlanner(
                size: pane.bounds.size,
                layout: layout,
                resources: resources
            )
            planner.add(pane.filters)
            return planner
        }
        let contents = pane.contents
            .map { PlannedContent($0, in: pane.bounds, resources: resources) }
            .filter { !$0.rect.isEmpty }
        maskHeader = pane.coverage.mask.flatMap { resources[$0.mask.picture]?.header }
        self.contents = contents
        self.pane = pane
        if let color = pane.layerColor {
            let isColor = layout.isColor || !color.isGray || contents.contains(where: \.needsColor)
            stages = []
            stagesByteCount = 0
            inputLayout = isColor ? .rgba : .grayAlpha
            self.layout = inputLayout
            layering = Layering(pane.blend)
            return
        }
        var planned = planner(layout)
        if contents.contains(where: \.needsColor) { planned.addColor() }
        if let fault = planned.fault { throw fault }
        guard planned.size == pane.bounds.size else { throw .growingPane(pane.bounds) }
        stages = planned.stages.spooled
        stagesByteCount = stages.byteCount()
        inputLayout = layout
        self.layout = planned.layout
        // If the filters keep opaque pixels opaque, their result replaces the image beneath.
        // Otherwise the result lies over the image.
        let keepsOpaque = !planner(layout.removingAlpha).layout.hasAlpha
        layering = Layering(pane.blend, replaces: keepsOpaque)
    }

    /// The greatest number of rows that the stages pull from the image beyond the rows they have
    /// returned.
    var rowsAhead: Int {
        let height = pane.bounds.size.height
        guard height > bandHeight else { return 0 }
        let intakes = stages.reversed().map(\.intake).filter { !$0.isSame }
        guard intakes.contains(where: \.isUneven) else {
            // If every stage looks ahead by whole bands, it does so from the first band to the end
            // of the image.
            return intakes.reduce(bandHeight) { $1.rows(for: $0) } - bandHeight
        }
        // The lookahead of other stages differs from band to band. Some combinations do not repeat
        // before the end of the image, so their lookahead is bounded instead of computed.
        let bound = intakes.reduce(RowIntake.Bound()) { $1.bound($0) }
        return min(bound.lead(over: bandHeight...height), height - bandHeight)
    }

    /// The memory of the pane while it is drawn in bytes, without the image rows.
    var byteCount: Int {
        if drawsDirectly { return 0 }
        let size = pane.bounds.size
        let result = Band<Straight>.byteCount(
            layout: layout,
            width: size.width,
            capacity: bandHeight
        )
        let weights =
            size.width * MemoryLayout<UInt16>.stride
            + Band<Straight>.byteCount(layout: .gray, width: size.width, capacity: bandHeight)
        return result + weights + stagesByteCount
            + PathCoverage.byteCount(pane.coverage.shapes, bounds: pane.bounds)
            + ClipRows.byteCount(pane.coverage.clips, in: pane.bounds)
    }

    /// The memory of the pane's mask, images, texts and shapes in bytes, from their preparation
    /// to the pane's last row.
    var preparedByteCount: Int {
        let size = pane.bounds.size
        let mask = maskHeader.map { _ in
            Band<Straight>.byteCount(layout: .gray, width: size.width, capacity: size.height)
        }
        return contents.reduce(mask ?? 0) { $0 + $1.byteCount }
    }

    /// The images that the pane's mask, contents and stages decode.
    var pictures: Set<PictureUse> {
        var uses = stages.pictures()
        if let mask = pane.coverage.mask?.mask { uses.insert(PictureUse(mask)) }
        for content in contents { uses.formUnion(content.pictures) }
        return uses
    }

    /// The greatest memory that is used only to prepare the mask, an image, a text, a shape or a
    /// stage, in bytes.
    var passingByteCount: Int {
        let mask =
            maskHeader.flatMap { header in
                pane.coverage.mask.map {
                    ResourcePicture.framingByteCount(
                        header,
                        $0.form,
                        in: pane.bounds,
                        by: .mean
                    )
                }
            } ?? 0
        let most = max(mask, stages.passingByteCount())
        return contents.reduce(most) { max($0, $1.passingByteCount) }
    }

    /// The work of the pane, in passes over a sample.
    var work: Int {
        let count = pane.bounds.size.pixelCount
        let passes = layering.mode == .normal && !layout.hasAlpha ? 1 : 4
        let drawing =
            drawsDirectly
            ? 0 : count * (inputLayout.channelCount + layout.channelCount * passes + 1)
        let mask =
            maskHeader.flatMap { header in
                pane.coverage.mask.map {
                    ResourcePicture.framingWork(header, $0.form, in: pane.bounds, by: .mean)
                        + count
                }
            } ?? 0
        return drawing + mask + stages.work()
            + contents.reduce(0) { $0 + $1.work }
    }
}
