// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster

/// Measures the contrast of texts on every material over a picture.
///
/// The backdrop is reduced to a quarter of its size or less, as materials capture it, and each
/// material is rendered over it. The contrast at a place is that between the text's color, where a
/// glyph covers the place fully, and the material there.
package struct LegibilityAnalysis: Sendable {
    /// The picture.
    package let source: SourceImage

    /// The steps that give the picture its geometry.
    package let reshapings: [Reshaping]

    /// The requested texts, materials, traits and contrast.
    package let goal: LegibilityGoal

    /// The pane with the material, in pixels of the picture that has its geometry.
    package let pane: PixelRect

    /// The text's box, inside of the pane.
    package let box: PixelRect

    /// The color behind transparent pixels of the picture.
    package let background: Color
    private let size: PixelSize
    private let limits: DecodeLimits

    /// Prepares an analysis.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - reshapings: The steps that give the picture its geometry; they use no other pictures.
    ///   - goal: The requested texts, materials, traits and contrast.
    ///   - pane: The pane with the material; `nil` for the whole picture. Not empty, and inside of
    ///     it.
    ///   - box: The text's box; `nil` for the whole pane. Not empty, and inside of it.
    ///   - background: The color behind transparent pixels of the picture.
    ///   - limits: The largest size of a picture.
    /// - Throws: ``PlanFault/paneOutside(_:)`` for a pane or box that is not inside.
    package init(
        source: SourceImage,
        reshapings: [Reshaping] = [],
        goal: LegibilityGoal,
        pane: PixelRect? = nil,
        box: PixelRect? = nil,
        background: Color = .white,
        limits: DecodeLimits
    ) throws(PlanFault) {
        let size = reshapings.size(of: source.header.size)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let pane = pane ?? whole
        let box = box ?? pane
        for (inner, outer) in [(pane, whole), (box, pane)] {
            guard inner.isInside(outer) else { throw .paneOutside(inner) }
        }
        self.source = source
        self.reshapings = reshapings
        self.size = size
        self.goal = goal
        self.pane = pane
        self.box = box
        self.background = background
        self.limits = limits
    }

    /// The memory and the work of the analysis.
    package var estimate: RenderEstimate {
        let planner = planner
        let header = source.header
        let recorded = RecordedPicture.byteCount(size: planner.size, layout: planner.layout)
        let surfaces = surfaces.map { estimate(of: stages(of: $0, on: planner.layout)) }
        let coded = header.codedSize.pixelCount * header.layout.channelCount
        let reading =
            Self.band(planner.size, planner.layout) + Self.band(header.codedSize, header.layout)
            + planner.stages.byteCount()
        let conversion = WorkingSpace.estimate(header, to: 0)
        // Materials are rendered after the backdrop was read completely.
        return RenderEstimate(
            memory: source.bytes.count + header.decoderByteCount + conversion.memory + recorded
                + max(reading, surfaces.map(\.memory).max() ?? 0),
            work: coded * RenderEstimate.decodingPasses * header.decodingPasses
                + conversion.work + planner.stages.work() + surfaces.reduce(0) { $0 + $1.work }
        )
    }

    /// The memory and the work for one material and the contrasts of all texts on it.
    private func estimate(of stages: [PlannedStage<Straight>]) -> RenderEstimate {
        let layout = planner.layout
        let size = reduced(pane).size
        // The stride is rounded down, so there may be up to four times as many places.
        let places = min(reduced(box).size.pixelCount, 4 * Self.sampleCount)
        return RenderEstimate(
            memory: 2 * Self.band(size, layout) + stages.byteCount()
                + places * (MemoryLayout<StraightColor>.stride + 2 * MemoryLayout<Double>.stride),
            work: size.pixelCount * layout.channelCount + stages.work()
                + places * LegibilityGoal.texts.count * Self.contrastPasses
        )
    }

    /// The cost of a contrast, in passes over a sample: two powers for each channel, and a place in
    /// the sorting.
    private static let contrastPasses = 100

    private static func band(_ size: PixelSize, _ layout: ChannelLayout) -> Int {
        Band<Straight>.byteCount(layout: layout, width: size.width, capacity: bandHeight)
    }

    /// Decodes the picture and measures all contrasts.
    ///
    /// - Parameter cancellation: Checked between two bands.
    /// - Returns: A row for each material, appearance and text.
    /// - Throws: ``RenderError``, when the picture cannot be read or the analysis is cancelled.
    package func run(cancellation: Cancellation) throws(RenderError) -> LegibilityTable {
        let context = Pipeline.Context(
            resources: [:],
            limits: limits,
            cancellation: cancellation
        )
        let decoder = try DecodingStage(
            source,
            limits: limits,
            // The measures of contrast are defined for sRGB.
            in: .standard,
            cancellation: cancellation,
            pool: nil
        )
        let backdrop = try RecordedPicture(
            Pipeline(decoder, stages: planner.stages, context: context).end
        )
        var rows: [LegibilityTable.Row] = []
        for surface in surfaces {
            try cancellation.check()
            rows += try measure(surface, on: backdrop, context)
        }
        return LegibilityTable(goal: goal, rows: rows)
    }

    // MARK: Backdrop

    /// The longest side of the reduced backdrop, in its own pixels.
    private static let longestSide = 512

    /// The side of the squares that are averaged into the backdrop's pixels, in pixels of the
    /// picture.
    ///
    /// At least 4, with which materials capture their backdrop.
    private var side: Int {
        max(4, (max(size.width, size.height) + Self.longestSide - 1) / Self.longestSide)
    }

    private var planner: StagePlanner {
        var planner = StagePlanner(upright: source.header)
        planner.add(reshapings.map(Plan.Step.reshape))
        planner.addOpaqueColor(over: background)
        planner.addReduction(side: side)
        return planner
    }

    private func reduced(_ rectangle: PixelRect) -> PixelRect {
        let (left, top) = (rectangle.x / side, rectangle.y / side)
        return PixelRect(
            x: left,
            y: top,
            width: (rectangle.columns.upperBound + side - 1) / side - left,
            height: (rectangle.rows.upperBound + side - 1) / side - top
        )
    }

    // MARK: Surfaces

    /// A material in one appearance; nil stands for the opaque surface that replaces a material
    /// when transparency is reduced.
    private struct Surface {
        let material: MaterialStyle?
        let appearance: Appearance

        /// The style to render: the material, or the style whose opaque form replaces it.
        var style: MaterialStyle { material ?? .systemMaterial }
    }

    private var surfaces: [Surface] {
        goal.appearances.flatMap { appearance in
            (LegibilityGoal.materials + [nil]).map { Surface(material: $0, appearance: appearance) }
        }
    }

    private func traits(of surface: Surface) -> Traits {
        var traits = goal.traits
        traits.appearance = surface.appearance
        if surface.material == nil { traits.reducesTransparency = true }
        return traits
    }

    /// The stages that render a material over the backdrop.
    private func stages(of surface: Surface, on layout: ChannelLayout) -> [PlannedStage<Straight>] {
        guard let filters = surface.style.filters(traits(of: surface)).reduced(by: side) else {
            preconditionFailure("a material that does not shrink")
        }
        var planner = StagePlanner(size: reduced(pane).size, layout: layout)
        planner.add(filters)
        return planner.stages
    }

    private func measure(
        _ surface: Surface,
        on backdrop: RecordedPicture,
        _ context: Pipeline.Context
    ) throws(RenderError) -> [LegibilityTable.Row] {
        let part = backdrop.stage(reduced(pane))
        let stages = stages(of: surface, on: part.layout)
        let colors = try samples(of: Pipeline(part, stages: stages, context: context).end)
        return try LegibilityGoal.texts.map { text throws(RenderError) in
            try context.cancellation.check()
            let contrasts = contrasts(of: text, on: surface.style, colors, traits(of: surface))
            return LegibilityTable.Row(
                material: surface.material,
                appearance: surface.appearance,
                text: text,
                contrast: contrasts[Int(Double(contrasts.count) * LegibilityGoal.worstPart)],
                mean: contrasts.reduce(0, +) / Double(contrasts.count)
            )
        }
    }

    // MARK: Samples

    /// The approximate number of measured places; neighboring ones differ little on a material.
    private static let sampleCount = 4096

    /// The colors of evenly spaced places inside of the text's box.
    private func samples(of end: any BandSource<Straight>) throws(RenderError) -> [StraightColor] {
        let (low, origin) = (reduced(box), reduced(pane))
        let stride = max(
            1,
            Int((Double(low.size.pixelCount) / Double(Self.sampleCount)).squareRoot())
        )
        var colors: [StraightColor] = []
        var band = end.makeBand()
        var row = origin.y
        while true {
            try end.pull(into: &band)
            if band.rowCount == 0 { return colors }
            for offset in 0..<band.rowCount where low.rows.contains(row + offset) {
                guard (row + offset - low.y).isMultiple(of: stride) else { continue }
                for x in Swift.stride(from: low.x, to: low.columns.upperBound, by: stride) {
                    colors.append(band.color(x - origin.x, offset))
                }
            }
            row += band.rowCount
        }
    }

    /// The contrasts of a text at all places, in ascending order.
    private func contrasts(
        of text: VibrancyStyle,
        on material: MaterialStyle,
        _ colors: [StraightColor],
        _ traits: Traits
    ) -> [Double] {
        guard let ink = try? text.ink(on: material, traits: traits) else {
            preconditionFailure("a material that texts cannot stand on")
        }
        return colors.map { goal.measure.contrast(of: ink.color(over: $0), on: $0) }.sorted()
    }
}

extension Band where Form == Straight {
    /// The color of a pixel, without its alpha.
    fileprivate func color(_ x: Int, _ row: Int) -> StraightColor {
        func channel(_ index: Int) -> Double {
            Double(self.row(row, of: layout.isColor ? index : 0)[x]) / 65_535
        }
        return StraightColor(red: channel(0), green: channel(1), blue: channel(2))
    }
}
