// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
public import Raster

/// Measures how legible texts are on materials over a picture.
///
/// The backdrop is looked at as materials capture it, at a quarter of its size or less, and every
/// material is really laid on it. Contrast is that of the text's color, where a glyph covers a place
/// wholly, to the material at the same place.
public struct LegibilityAnalysis: Sendable {
    /// The picture.
    public let source: SourceImage

    /// What is asked for.
    public let goal: LegibilityGoal

    /// Where the material lies, in pixels of the upright picture.
    public let pane: PixelRect

    /// Where the text stands, inside of the pane.
    public let box: PixelRect

    /// What shows through the picture.
    public let background: Color
    private let limits: DecodeLimits

    /// Prepares an analysis.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - goal: What is asked for.
    ///   - pane: Where the material lies; `nil` for all of the picture. Not empty, and inside of it.
    ///   - box: Where the text stands; `nil` for all of the pane. Not empty, and inside of it.
    ///   - background: What shows through the picture.
    ///   - limits: What the picture may measure.
    public init(
        source: SourceImage,
        goal: LegibilityGoal,
        pane: PixelRect? = nil,
        box: PixelRect? = nil,
        background: Color = .white,
        limits: DecodeLimits
    ) {
        let size = source.header.size
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let pane = pane ?? whole
        let box = box ?? pane
        precondition(!pane.isEmpty && pane.intersection(whole) == pane, "a pane elsewhere")
        precondition(!box.isEmpty && box.intersection(pane) == box, "a text outside of its pane")
        self.source = source
        self.goal = goal
        self.pane = pane
        self.box = box
        self.background = background
        self.limits = limits
    }

    /// What the analysis will need.
    public var estimate: RenderEstimate {
        let stages = planner.stages
        let size = planner.size
        let header = source.header
        let decoded = header.codedSize.pixelCount * header.layout.channelCount
        let low = size.pixelCount * planner.layout.channelCount
        return RenderEstimate(
            memory: source.bytes.count + header.decoderByteCount
                + stages.reduce(0) { $0 + $1.byteCount }
                + RecordedPicture.byteCount(size: size, layout: planner.layout) * 2,
            work: decoded * 4 + stages.reduce(0) { $0 + $1.work } + low * 8 * surfaces.count
        )
    }

    /// Looks at the picture and measures.
    ///
    /// - Parameter cancellation: Looked at between two bands.
    /// - Returns: A row for each material, appearance and text.
    /// - Throws: ``RenderError``, when the picture cannot be read or nobody waits any more.
    public func run(cancellation: Cancellation) throws(RenderError) -> LegibilityTable {
        let context = Pipeline.Context(
            resources: [:],
            limits: limits,
            cancellation: cancellation
        )
        let decoder = try DecodingStage(
            source,
            limits: limits,
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

    /// The longest side of the backdrop that is looked at, in its own pixels.
    private static let longestSide = 512

    /// The side of the squares whose means are the backdrop's pixels: a material's own, or more.
    private var side: Int {
        let size = source.header.size
        return max(4, (max(size.width, size.height) + Self.longestSide - 1) / Self.longestSide)
    }

    private var planner: StagePlanner {
        var planner = StagePlanner(upright: source.header)
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

    /// A material in an appearance, or what stands in for it when nothing shines through.
    private struct Surface {
        let material: MaterialStyle?
        let appearance: Appearance
    }

    private var surfaces: [Surface] {
        goal.appearances.flatMap { appearance in
            (LegibilityGoal.materials + [nil]).map { Surface(material: $0, appearance: appearance) }
        }
    }

    private func measure(
        _ surface: Surface,
        on backdrop: RecordedPicture,
        _ context: Pipeline.Context
    ) throws(RenderError) -> [LegibilityTable.Row] {
        var traits = goal.traits
        traits.appearance = surface.appearance
        if surface.material == nil { traits.reducesTransparency = true }
        let material = surface.material ?? .systemMaterial
        guard let filters = material.filters(traits).reduced(by: side) else {
            preconditionFailure("a material that does not shrink")
        }
        let part = backdrop.stage(reduced(pane))
        var planner = StagePlanner(size: part.size, layout: part.layout)
        planner.add(filters)
        let colors = try samples(
            of: Pipeline(part, stages: planner.stages, context: context).end
        )
        return LegibilityGoal.texts.map { text in
            let contrasts = contrasts(of: text, on: material, colors, traits)
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

    /// About how many places are measured; a material changes slowly from one to the next.
    private static let sampleCount = 4096

    /// The colors of places inside of the text's box, evenly spread.
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

    /// The contrasts at all places, the worst first.
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
    /// The color of a pixel, alpha aside.
    fileprivate func color(_ x: Int, _ row: Int) -> StraightColor {
        func channel(_ index: Int) -> Double {
            Double(self.row(row, of: layout.isColor ? index : 0)[x]) / 65_535
        }
        return StraightColor(red: channel(0), green: channel(1), blue: channel(2))
    }
}
