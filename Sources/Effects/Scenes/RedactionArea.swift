// SPDX-License-Identifier: Apache-2.0

import Raster

/// A region of a ``Redaction``, converted to rectangles of pixels.
///
/// Ellipses and polygons are cut into slabs of rows. What is hidden is never less than the shape, and
/// what is kept is never more.
struct RedactionArea {
    /// The region's shape, in pixels of the image.
    let shape: Shape
    private let size: PixelSize
    /// The greatest number of slabs: groups of rows that are approximated by rectangles.
    private let slabLimit: Int

    /// The greatest number of slabs for one shape, and for all shapes together.
    private static let slabLimits = (one: 128, all: 512)

    /// Converts a region to pixels of an image.
    ///
    /// - Parameters:
    ///   - region: The region.
    ///   - size: The image extent.
    ///   - scale: The pixels per point.
    ///   - count: The number of all regions; together they have a limited number of slabs.
    init(_ region: Scene.Shape, in size: PixelSize, scale: Double, among count: Int) {
        self.size = size
        slabLimit = min(Self.slabLimits.one, max(Self.slabLimits.all / count, 8))
        func point(_ position: Scene.Position) -> Point {
            Point(
                x: position.x.pixels(scale: scale, of: Double(size.width)),
                y: position.y.pixels(scale: scale, of: Double(size.height))
            )
        }
        switch region {
        case .rectangle(let frame, _):
            shape = .rectangle(frame.rectangle(in: size, scale: scale), .square)
        case .ellipse(let frame): shape = .ellipse(frame.rectangle(in: size, scale: scale))
        case .polygon(let positions): shape = .polygon(positions.map(point))
        }
    }

    /// The pixels that the shape touches, as rectangles, and their bounds; a tiny shape grows to
    /// the smallest size that is redacted.
    var touchedPixels: (bounds: PixelRect, regions: [PixelRect]) {
        let bounds = shape.bounds.pixels(within: size)
        let grown = RedactionCells.grown(bounds, in: size)
        guard bounds == grown else { return (grown, [grown]) }
        switch shape {
        case .rectangle: return (bounds, [bounds])
        case .ellipse, .polygon:
            let regions = slabs(of: bounds).flatMap { rows in
                touchedColumns(in: rows).map { $0.rectangle(rows: rows, within: bounds) }
            }
            return (bounds, regions.filter { !$0.isEmpty })
        }
    }

    /// The pixels that lie entirely inside of the shape, as rectangles.
    var wholePixels: [PixelRect] {
        let bounds = shape.bounds
        let left = max(bounds.x.rounded(.up), 0)
        let top = max(bounds.y.rounded(.up), 0)
        let right = min(bounds.maxX.rounded(.down), Double(size.width))
        let bottom = min(bounds.maxY.rounded(.down), Double(size.height))
        guard left < right, top < bottom else { return [] }
        let whole = PixelRect(
            x: Int(left),
            y: Int(top),
            width: Int(right - left),
            height: Int(bottom - top)
        )
        switch shape {
        case .rectangle: return [whole]
        case .ellipse, .polygon:
            return slabs(of: whole).flatMap { rows in
                wholeColumns(in: rows).map { $0.rectangle(rows: rows, within: whole) }
            }.filter { !$0.isEmpty }
        }
    }

    /// Divides the rows of a rectangle into slabs of the same height.
    private func slabs(of bounds: PixelRect) -> [Range<Int>] {
        let height = (bounds.size.height + slabLimit - 1) / slabLimit
        return stride(from: bounds.y, to: bounds.rows.upperBound, by: height).map { top in
            top..<min(top + height, bounds.rows.upperBound)
        }
    }

    // MARK: Columns

    /// The columns that the shape touches in any of the given rows.
    private func touchedColumns(in rows: Range<Int>) -> [ColumnSpan] {
        switch shape {
        case .rectangle(let rectangle, _):
            return [ColumnSpan(left: rectangle.x, right: rectangle.maxX).roundedOutwards]
        case .ellipse(let rectangle):
            let center = rectangle.y + rectangle.height / 2
            // The widest row is the one nearest to the center.
            let widest = min(max(center, Double(rows.lowerBound)), Double(rows.upperBound))
            return [rectangle.ellipseSpan(at: widest).roundedOutwards]
        case .polygon(let points):
            let edges = points.edges.compactMap { $0.span(in: rows) }
            return ColumnSpan.union((edges + points.insideSpans(at: rows)).map(\.roundedOutwards))
        }
    }

    /// The columns that lie inside of the shape in all of the given rows.
    private func wholeColumns(in rows: Range<Int>) -> [ColumnSpan] {
        switch shape {
        case .rectangle(let rectangle, _):
            return [ColumnSpan(left: rectangle.x, right: rectangle.maxX).roundedInwards]
        case .ellipse(let rectangle):
            let spans = [rows.lowerBound, rows.upperBound].map {
                rectangle.ellipseSpan(at: Double($0))
            }
            let left = spans.map(\.left).max() ?? 0
            let right = spans.map(\.right).min() ?? 0
            return [ColumnSpan(left: left, right: right).roundedInwards]
        case .polygon(let points):
            let edges = ColumnSpan.union(
                points.edges.compactMap { $0.span(in: rows) }.map(\.roundedOutwards)
            )
            return points.insideSpans(at: rows).map(\.roundedInwards).flatMap { inside in
                edges.reduce([inside]) { parts, edge in parts.flatMap { $0.without(edge) } }
            }
        }
    }
}

extension Scene.Frame {
    /// Converts the frame to pixels of an image.
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
    /// The horizontal interval of the ellipse inscribed in this rectangle at a height; empty above
    /// and below.
    fileprivate func ellipseSpan(at y: Double) -> ColumnSpan {
        let (middle, center) = (x + width / 2, self.y + height / 2)
        let distance = (y - center) / (height / 2)
        guard abs(distance) < 1 else { return ColumnSpan(left: middle, right: middle) }
        let half = width / 2 * (1 - distance * distance).squareRoot()
        return ColumnSpan(left: middle - half, right: middle + half)
    }
}
