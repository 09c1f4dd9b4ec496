// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster

/// Measures the contrast of texts on every material over an image.
///
/// The part of the image behind the pane is reduced to a quarter of its size or less, as materials
/// capture it, and each material is rendered over it. The contrast at a place is that between the text's color, where a
/// glyph covers the place fully, and the material there.
package struct LegibilityAnalysis: Sendable {
    /// The image to analyze.
    package let source: SourceImage

    /// The crops, resizes and turns of the image before it is measured.
    package let reshapings: [Reshaping]

    /// The requested texts, materials, traits and contrast.
    package let goal: LegibilityGoal

    /// The pane with the material, in pixels of the image after crops, resizes and turns.
    package let pane: PixelRect

    /// The box of the text inside of the pane, in pixels of the image after crops, resizes and
    /// turns.
    package let box: PixelRect

    /// The background color of transparent pixels of the image.
    package let background: Color
    private let limits: DecodeLimits

    /// Creates an analysis of texts and materials in a pane over an image.
    ///
    /// - Parameters:
    ///   - source: The image.
    ///   - reshapings: The steps that give the image its geometry; they use no other images.
    ///   - goal: The requested texts, materials, traits and contrast.
    ///   - pane: The pane with the material; `nil` for the whole image. Not empty, and inside of
    ///     it.
    ///   - box: The text's box; `nil` for the whole pane. Not empty, and inside of it.
    ///   - background: The background color of transparent pixels of the image.
    ///   - limits: The largest size of an image.
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
        self.goal = goal
        self.pane = pane
        self.box = box
        self.background = background
        self.limits = limits
    }

    /// The memory and the work of measuring all contrasts, known from the image header.
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

    /// The memory and the work of one material and of the contrasts of all texts on it.
    private func estimate(of stages: [PlannedStage<Straight>]) -> RenderEstimate {
        let layout = planner.layout
        let size = planner.size
        // The stride is rounded down, so there may be up to four times as many places.
        let places = min(lowBox.size.pixelCount, 4 * Self.sampleCount)
        return RenderEstimate(
            memory: 2 * Self.band(size, layout) + stages.byteCount()
                + places
                * (MemoryLayout<Sample<StraightColor>>.stride
                    + 2 * MemoryLayout<Sample<Double>>.stride),
            work: size.pixelCount * layout.channelCount + stages.work()
                + places * LegibilityGoal.texts.count * Self.contrastPasses
        )
    }

    /// The work of computing a contrast, in passes over a sample.
    ///
    /// There are two powers for each channel, and a place in the sorting.
    private static let contrastPasses = 100

    private static func band(_ size: PixelSize, _ layout: ChannelLayout) -> Int {
        Band<Straight>.byteCount(layout: layout, width: size.width, capacity: bandHeight)
    }

    /// Decodes the image and measures all contrasts.
    ///
    /// - Parameter cancellation: Checked between two bands.
    /// - Returns: A row for each material, appearance and text.
    /// - Throws: ``RenderError``, when the image cannot be read or the analysis is cancelled.
    package func run(cancellation: Cancellation) throws(RenderError) -> LegibilityTable {
        let context = StageContext(
            resources: [:],
            limits: limits,
            cancellation: cancellation,
            pictures: ResourcePictures()
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

    /// The greatest width or height of the reduced backdrop, in its own pixels.
    private static let longestSide = 512

    /// The greatest area of a pane whose backdrop is not reduced, in pixels.
    private static let smallPixelCount = 1 << 16

    /// The side of the squares of pixels that are averaged to reduce the backdrop, in pixels.
    ///
    /// At least 4, with which materials capture their backdrop: then the squares are the same. 1
    /// for a small pane, of which a pixel of the edge is a large part.
    var side: Int {
        if pane.size.pixelCount <= Self.smallPixelCount { return 1 }
        return max(
            4,
            (max(pane.size.width, pane.size.height) + Self.longestSide - 1) / Self.longestSide
        )
    }

    private var planner: StagePlanner {
        var planner = StagePlanner(upright: source.header)
        planner.add(reshapings.map(Plan.Step.reshape))
        // A square must not mix what lies beyond the pane.
        planner.add([.reshape(.crop(pane))])
        planner.addOpaqueColor(over: background)
        if side > 1 { planner.addReduction(side: side) }
        return planner
    }

    /// The rectangle of the text's box in the reduced backdrop, enlarged to whole pixels of it.
    var lowBox: PixelRect {
        let (left, top) = ((box.x - pane.x) / side, (box.y - pane.y) / side)
        return PixelRect(
            x: left,
            y: top,
            width: (box.columns.upperBound - pane.x + side - 1) / side - left,
            height: (box.rows.upperBound - pane.y + side - 1) / side - top
        )
    }

    // MARK: Surfaces

    /// A material, or the opaque surface for reduced transparency if it is nil, in light or dark
    /// appearance.
    private struct Surface {
        let material: MaterialStyle?
        let appearance: Appearance

        /// The style to render: the material, or the style whose opaque form stands in for it.
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

    /// Plans the stages that render a material over the backdrop.
    private func stages(of surface: Surface, on layout: ChannelLayout) -> [PlannedStage<Straight>] {
        let whole = surface.style.filters(traits(of: surface))
        guard let filters = side > 1 ? whole.reduced(by: side) : whole else {
            preconditionFailure("a material that does not shrink")
        }
        var planner = StagePlanner(size: self.planner.size, layout: layout)
        planner.add(filters)
        return planner.stages
    }

    private func measure(
        _ surface: Surface,
        on backdrop: RecordedPicture,
        _ context: StageContext
    ) throws(RenderError) -> [LegibilityTable.Row] {
        let part = backdrop.wholeStage
        let stages = stages(of: surface, on: part.layout)
        let samples = try self.samples(of: Pipeline(part, stages: stages, context: context).end)
        return try LegibilityGoal.texts.map { text throws(RenderError) in
            try context.cancellation.check()
            let contrasts = contrasts(of: text, on: surface.style, samples, traits(of: surface))
            let total = contrasts.reduce(0) { $0 + $1.weight }
            return LegibilityTable.Row(
                material: surface.material,
                appearance: surface.appearance,
                text: text,
                contrast: Self.worst(of: contrasts, total),
                mean: contrasts.reduce(0) { $0 + $1.value * $1.weight } / total
            )
        }
    }
}
