// SPDX-License-Identifier: Apache-2.0

package import Raster

/// Regions of an image to hide: only the mean colors of a few mosaic cells remain, blurred.
///
/// A blur alone can be largely undone by sharpening. A mosaic keeps only the mean of each cell. The
/// result is opaque, because anything transparent would show the original beneath it.
package struct Redaction: Hashable, Sendable {
    /// The greatest number of mosaic cells along the longer side of a hidden region.
    package static let cellCount = 8

    /// The smallest side of a mosaic cell, in pixels.
    ///
    /// Each cell that hides anything hides at least the square of this many pixels, unless the
    /// image is smaller. The mean of a single pixel would be the pixel itself, and the mean of
    /// one hidden pixel and several visible ones would reveal it.
    package static let smallestCell = 4

    /// The reason why a redaction is refused.
    package enum Refusal: Error, Hashable, Sendable {
        /// The number of regions is zero, or greater than ``SceneLimits/panes``.
        case regionCount
        /// The region with this index is empty.
        case emptyRegion(Int)
        /// The region with this index lies outside of the image.
        case outsidePicture(Int)
        /// The blur would hide less than the mosaic does; `least` is the smallest accepted standard
        /// deviation in pixels.
        case weakBlur(least: Int)
        /// The regions to keep cover the whole image.
        case nothingRedacted
    }

    /// The regions to hide; the corners of rectangles are always square.
    package var regions: [Scene.Shape]
    /// Whether to hide everything outside of the regions instead of the regions.
    package var isInverted: Bool
    /// The standard deviation of the blur, in pixels; `nil` for the side of a mosaic cell.
    package var sigma: Float?
    /// Color filters to apply to the mosaic.
    package var colors: [ColorFunction]

    /// Creates a redaction of regions of an image.
    package init(
        regions: [Scene.Shape],
        isInverted: Bool = false,
        sigma: Float? = nil,
        colors: [ColorFunction] = []
    ) {
        self.regions = regions
        self.isInverted = isInverted
        self.sigma = sigma
        self.colors = colors
    }

    /// Plans the mosaic and the blur of the hidden regions of an image.
    ///
    /// A region hides every pixel that it touches, so that no edge is mixed with the original. An
    /// inverted region keeps only the pixels that are entirely inside of it. Ellipses and polygons
    /// become steps of whole pixels for that. A region smaller than
    /// the smallest cell grows to that size. A cell of which too few pixels would be hidden is
    /// hidden completely.
    ///
    /// - Parameters:
    ///   - size: The image extent, upright.
    ///   - scale: The pixels per point.
    /// - Returns: The plan.
    /// - Throws: ``Refusal``.
    package func plan(size: PixelSize, scale: Double) throws(Refusal) -> Plan {
        guard (1...SceneLimits.panes).contains(regions.count) else { throw .regionCount }
        var areas: [RedactionArea] = []
        for (index, region) in regions.enumerated() {
            let area = RedactionArea(region, in: size, scale: scale, among: regions.count)
            let bounds = area.shape.bounds
            guard bounds.width > 0, bounds.height > 0 else { throw .emptyRegion(index) }
            guard !bounds.pixels(within: size).isEmpty else { throw .outsidePicture(index) }
            areas.append(area)
        }
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        if isInverted {
            let kept = areas.flatMap(\.wholePixels)
            guard whole.pixelCount(under: kept) < whole.size.pixelCount else {
                throw .nothingRedacted
            }
            let cells = RedactionCells(of: whole)
            let visible = cells.hiddenAsWhole(beside: kept).reduce(kept) { $0.without($1) }
            if visible.isEmpty { return Plan([.panes([try pane(cells, shapes: [whole])])]) }
            return Plan([.panes([try pane(cells, shapes: visible, isInverted: true)])])
        }
        // Neighboring regions are treated as one, so cutting an area into small pieces weakens
        // nothing.
        let parts = Self.joined(areas.map(\.touchedPixels))
        var panes: [Pane] = []
        for part in parts {
            let cells = RedactionCells(of: part.bounds)
            let shapes = part.regions + cells.hiddenAsWhole(under: part.regions)
            panes.append(try pane(cells, shapes: shapes))
        }
        return Plan([.panes(panes)])
    }

    /// Groups regions that touch, overlap or lie near each other, with the bounds of each group.
    private static func joined(
        _ regions: [(bounds: PixelRect, regions: [PixelRect])]
    ) -> [(bounds: PixelRect, regions: [PixelRect])] {
        var parts: [(bounds: PixelRect, regions: [PixelRect])] = []
        for region in regions {
            var joined = region
            // A joined group may reach further groups, so the search starts again.
            while let index = parts.firstIndex(where: { isNear($0.bounds, joined.bounds) }) {
                let other = parts.remove(at: index)
                joined.bounds = around(joined.bounds, other.bounds)
                joined.regions = other.regions + joined.regions
            }
            parts.append(joined)
        }
        return parts
    }

    /// Whether the gap between two regions is less than the side of a mosaic cell.
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

    /// A color filter that sets alpha to 1.
    private static let opaque = ColorFunction.matrix(
        ColorMatrix(
            red: .init(1, 0, 0),
            green: .init(0, 1, 0),
            blue: .init(0, 0, 1),
            alpha: .init(0, 0, 0, 0, 1)
        )
    )
}

extension Rectangle {
    /// Creates a rectangle with floating-point coordinates from one of pixels.
    fileprivate init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.x),
            y: Double(pixels.y),
            width: Double(pixels.size.width),
            height: Double(pixels.size.height)
        )
    }
}
