// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// A pane before anything is built for it.
struct PlannedPane: Hashable, Sendable {
    /// The pane.
    let pane: Pane

    /// What is drawn on it, as far as it lies there.
    let contents: [PlannedContent]

    /// What the file of its mask says of itself.
    let maskHeader: ImageHeader?

    /// What is done to what lies beneath.
    let stages: [PlannedStage]

    /// The channels of what lies beneath.
    let inputLayout: ChannelLayout

    /// The channels of what is drawn.
    let layout: ChannelLayout

    /// How it is laid on the picture.
    let layering: Layering

    /// Plans a pane.
    ///
    /// - Parameters:
    ///   - pane: The pane; inside the picture, and with filters that keep its extent.
    ///   - layout: The channels of the picture.
    ///   - resources: The pictures that the pane names.
    init(_ pane: Pane, on layout: ChannelLayout, resources: [ResourceID: SourceImage] = [:]) {
        func planner(_ layout: ChannelLayout) -> StagePlanner {
            var planner = StagePlanner(
                size: pane.bounds.size,
                layout: layout,
                resources: resources
            )
            planner.add(pane.filters)
            return planner
        }
        contents = pane.contents
            .map { PlannedContent($0, in: pane.bounds, resources: resources) }
            .filter { !$0.rect.isEmpty }
        maskHeader = pane.coverage.mask.flatMap { resources[$0.mask.picture]?.header }
        var planned = planner(layout)
        if !planned.layout.isColor, contents.contains(where: \.needsColor) {
            planned.append(.convert, layout: planned.layout.hasAlpha ? .rgba : .rgb)
        }
        precondition(planned.size == pane.bounds.size, "a pane that grows")
        self.pane = pane
        stages = planned.stages
        inputLayout = layout
        self.layout = planned.layout
        // Filters that keep the opaque opaque make a picture of what lies beneath, to be seen in its
        // stead. Others make something that lies over it.
        let keepsOpaque = !planner(layout.removingAlpha).layout.hasAlpha
        layering = Layering(pane.blend, replaces: keepsOpaque)
    }

    /// By how many rows more than its stages were asked for they are ahead at most, in what they take
    /// of the picture.
    var rowsAhead: Int {
        let height = pane.bounds.size.height
        guard height > bandHeight else { return 0 }
        let intakes = stages.reversed().map(\.intake).filter { !$0.isSame }
        guard intakes.contains(where: \.isUneven) else {
            // Where all look ahead by whole bands, they do so from the first band on, until there are
            // no more rows.
            return intakes.reduce(bandHeight) { $1.rows(for: $0) } - bandHeight
        }
        // How far others are ahead differs from band to band, and with a few of them may not repeat
        // before the last, so it is bounded.
        let bound = intakes.reduce(RowIntake.Bound()) { $1.bound($0) }
        return min(bound.lead(over: bandHeight...height), height - bandHeight)
    }

    /// The bytes that the pane keeps, without the rows of the picture.
    var byteCount: Int {
        let size = pane.bounds.size
        let result = Band<Straight>.byteCount(
            layout: layout,
            width: size.width,
            capacity: bandHeight
        )
        let weights = size.width * MemoryLayout<UInt16>.stride
        let mask = maskHeader.map { _ in
            Band<Straight>.byteCount(layout: .gray, width: size.width, capacity: size.height)
        }
        return stages.reduce(result + weights + (mask ?? 0)) { $0 + $1.byteCount }
            + contents.reduce(0) { $0 + $1.byteCount }
            + PathCoverage.byteCount(pane.coverage.shapes, bounds: pane.bounds)
    }

    /// The most bytes that are taken at one time to make its mask, a content, or a mask of one of its
    /// stages ready.
    var passingByteCount: Int {
        let mask =
            maskHeader.flatMap { header in
                pane.coverage.mask.map {
                    ResourcePicture.framingByteCount(
                        header,
                        $0.form,
                        in: pane.bounds,
                        layout: .gray
                    )
                }
            } ?? 0
        let most = stages.reduce(mask) { max($0, $1.passingByteCount) }
        return contents.reduce(most) { max($0, $1.passingByteCount) }
    }

    /// The work that the pane is, in passes over a sample.
    var work: Int {
        let count = pane.bounds.size.pixelCount
        let passes = layering.mode == .normal && !layout.hasAlpha ? 1 : 4
        let drawing = count * (inputLayout.channelCount + layout.channelCount * passes + 1)
        let mask =
            maskHeader.flatMap { header in
                pane.coverage.mask.map {
                    ResourcePicture.framingWork(header, $0.form, in: pane.bounds) + count
                }
            } ?? 0
        return stages.reduce(drawing + mask) { $0 + $1.work }
            + contents.reduce(0) { $0 + $1.work }
    }
}
