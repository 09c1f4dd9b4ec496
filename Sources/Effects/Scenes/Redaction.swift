// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Parts of a picture of which nothing is to be recognized: a mosaic of few cells, then a blur.
///
/// A blur alone leaves most of a text or a face to who sharpens it again; of a cell's pixels nothing
/// remains but their mean. What comes out is opaque, as something transparent would show what lies
/// beneath it.
public struct Redaction: Hashable, Sendable {
    /// The most cells of the mosaic along the longer side of a region.
    public static let cellCount = 8

    /// The smallest side of a cell, in pixels.
    ///
    /// Of no cell fewer pixels are hidden than the square of it, unless the picture has no more: the
    /// mean of one pixel is the pixel, and so is that of one pixel and of others that are seen.
    public static let smallestCell = 4

    /// Why there is no redaction.
    public enum Refusal: Error, Hashable, Sendable {
        /// There is no region, or there are more than ``SceneLimits/panes``.
        case regionCount
        /// The region of this index has no extent.
        case emptyRegion(Int)
        /// The region of this index lies outside of the picture.
        case outsidePicture(Int)
        /// The blur would hide less than a mosaic does; the least standard deviation in pixels that
        /// is accepted.
        case weakBlur(least: Int)
        /// All of the picture is to stay as it is.
        case nothingRedacted
    }

    /// Where nothing is to be recognized.
    public var regions: [Scene.Frame]
    /// Whether it is the rest of the picture instead.
    public var isInverted: Bool
    /// The standard deviation of the blur, in pixels; `nil` for the side of a cell.
    public var sigma: Float?
    /// What is done to the colors that remain.
    public var colors: [ColorFunction]

    /// Creates a redaction.
    public init(
        regions: [Scene.Frame],
        isInverted: Bool = false,
        sigma: Float? = nil,
        colors: [ColorFunction] = []
    ) {
        self.regions = regions
        self.isInverted = isInverted
        self.sigma = sigma
        self.colors = colors
    }

    /// Decides the redaction for a picture.
    ///
    /// Pixels that a region touches belong to it as a whole, so that no edge is a mixture with the
    /// original; pixels that are to stay are those that lie inside as a whole. A region that is
    /// smaller than a cell may be takes the pixels beside it as well, and a cell of which too few
    /// pixels would be hidden is hidden as a whole.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, upright.
    ///   - scale: The pixels of a point.
    /// - Returns: The plan.
    /// - Throws: ``Refusal``.
    public func plan(size: PixelSize, scale: Int) throws(Refusal) -> Plan {
        guard (1...SceneLimits.panes).contains(regions.count) else { throw .regionCount }
        var rectangles: [Rectangle] = []
        for (index, region) in regions.enumerated() {
            let rectangle = region.rectangle(in: size, scale: Double(scale))
            guard rectangle.width > 0, rectangle.height > 0 else { throw .emptyRegion(index) }
            guard !rectangle.pixels(within: size).isEmpty else { throw .outsidePicture(index) }
            rectangles.append(rectangle)
        }
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        if isInverted {
            let kept = rectangles.map { $0.wholePixels(within: size) }.filter { !$0.isEmpty }
            guard !Self.isCovered(whole, by: kept) else { throw .nothingRedacted }
            let cells = RedactionCells(of: whole)
            let visible = cells.hiddenAsWhole(beside: kept).reduce(kept) { $0.without($1) }
            if visible.isEmpty { return Plan([.panes([try pane(cells, shapes: [whole])])]) }
            return Plan([.panes([try pane(cells, shapes: visible, isInverted: true)])])
        }
        // Regions beside each other are one, however finely something is cut up.
        let parts = Self.joined(
            rectangles.map { RedactionCells.grown($0.pixels(within: size), in: size) }
        )
        var panes: [Pane] = []
        for part in parts {
            let cells = RedactionCells(of: part.bounds)
            let shapes = part.regions + cells.hiddenAsWhole(under: part.regions)
            panes.append(try pane(cells, shapes: shapes))
        }
        return Plan([.panes(panes)])
    }

    /// Regions that touch, overlap or nearly do, and what lies around them.
    private static func joined(
        _ regions: [PixelRect]
    ) -> [(bounds: PixelRect, regions: [PixelRect])] {
        var parts: [(bounds: PixelRect, regions: [PixelRect])] = []
        for region in regions {
            var joined = (bounds: region, regions: [region])
            // What joins may reach others, so that all are asked again.
            while let index = parts.firstIndex(where: { isNear($0.bounds, joined.bounds) }) {
                let other = parts.remove(at: index)
                joined.bounds = around(joined.bounds, other.bounds)
                joined.regions = other.regions + joined.regions
            }
            parts.append(joined)
        }
        return parts
    }

    /// Whether less than a cell lies between two regions.
    private static func isNear(_ one: PixelRect, _ other: PixelRect) -> Bool {
        let reach = max(RedactionCells(of: one).side, RedactionCells(of: other).side)
        let grown = PixelRect(
            x: one.x - reach,
            y: one.y - reach,
            width: one.size.width + 2 * reach,
            height: one.size.height + 2 * reach
        )
        return !grown.intersection(other).isEmpty
    }

    private static func around(_ one: PixelRect, _ other: PixelRect) -> PixelRect {
        let (left, top) = (min(one.x, other.x), min(one.y, other.y))
        return PixelRect(
            x: left,
            y: top,
            width: max(one.columns.upperBound, other.columns.upperBound) - left,
            height: max(one.rows.upperBound, other.rows.upperBound) - top
        )
    }

    /// Whether rectangles leave nothing of another one.
    private static func isCovered(_ whole: PixelRect, by rectangles: [PixelRect]) -> Bool {
        // Between two neighboring edges nothing changes: one pixel of each cell says it all.
        let columns = Set(rectangles.flatMap { [$0.x, $0.columns.upperBound] } + [whole.x])
            .filter(whole.columns.contains)
        let rows = Set(rectangles.flatMap { [$0.y, $0.rows.upperBound] } + [whole.y])
            .filter(whole.rows.contains)
        return rows.allSatisfy { y in
            columns.allSatisfy { x in
                rectangles.contains { $0.columns.contains(x) && $0.rows.contains(y) }
            }
        }
    }

    private func pane(
        _ cells: RedactionCells,
        shapes: [PixelRect],
        isInverted: Bool = false
    ) throws(Refusal) -> Pane {
        let (bounds, cell) = (cells.bounds, cells.side)
        let longer = max(bounds.size.width, bounds.size.height)
        let least = min(
            (longer + Self.cellCount - 1) / Self.cellCount,
            Int(GaussianBlur.sigmaRange.upperBound)
        )
        if let sigma, sigma < Float(least) { throw .weakBlur(least: least) }
        let filters: [Filter]
        do throws(EffectError) {
            let strongest = GaussianBlur.sigmaRange.upperBound
            let blur = try GaussianBlur(sigma: sigma ?? min(Float(cell), strongest), edge: .clamp)
            filters = [.pixelate(cell), .blur(blur)]
        } catch {
            preconditionFailure("a side of a cell that is no standard deviation")
        }
        let shapes = shapes.map { Shape.rectangle(Rectangle($0), .square) }
        return Pane(
            bounds: bounds,
            coverage: PaneCoverage(shapes: shapes, isInverted: isInverted),
            filters: filters + (colors + [Self.opaque]).map(Filter.color)
        )
    }

    /// Alpha becomes 1, whatever it was.
    private static let opaque = ColorFunction.matrix(
        ColorMatrix(
            red: .init(1, 0, 0),
            green: .init(0, 1, 0),
            blue: .init(0, 0, 1),
            alpha: .init(0, 0, 0, 0, 1)
        )
    )
}

extension Scene.Frame {
    /// The frame in pixels of a picture.
    fileprivate func rectangle(in size: PixelSize, scale: Double) -> Rectangle {
        Rectangle(
            x: x.pixels(scale: scale, of: Double(size.width)),
            y: y.pixels(scale: scale, of: Double(size.height)),
            width: width.pixels(scale: scale, of: Double(size.width)),
            height: height.pixels(scale: scale, of: Double(size.height))
        )
    }
}

extension Rectangle {
    /// A rectangle of whole pixels.
    fileprivate init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.x),
            y: Double(pixels.y),
            width: Double(pixels.size.width),
            height: Double(pixels.size.height)
        )
    }

    /// The pixels that lie inside of it as a whole.
    fileprivate func wholePixels(within size: PixelSize) -> PixelRect {
        let left = max(x.rounded(.up), 0)
        let top = max(y.rounded(.up), 0)
        let right = min(maxX.rounded(.down), Double(size.width))
        let bottom = min(maxY.rounded(.down), Double(size.height))
        return PixelRect(
            x: Int(min(left, Double(size.width))),
            y: Int(min(top, Double(size.height))),
            width: Int(max(right - left, 0)),
            height: Int(max(bottom - top, 0))
        )
    }
}
