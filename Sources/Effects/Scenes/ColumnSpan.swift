// SPDX-License-Identifier: Apache-2.0

import Raster

/// A horizontal interval in pixels and fractions of pixels; empty unless the right end is greater.
struct ColumnSpan: Hashable {
    /// The left end, in pixels.
    var left: Double
    /// The right end, in pixels.
    var right: Double

    /// Rounds outwards to all pixels that the interval touches.
    var roundedOutwards: ColumnSpan {
        ColumnSpan(left: left.rounded(.down), right: right.rounded(.up))
    }

    /// Rounds inwards to the pixels that lie entirely in the interval.
    var roundedInwards: ColumnSpan {
        ColumnSpan(left: left.rounded(.up), right: right.rounded(.down))
    }

    /// Merges intervals that overlap or touch, and sorts them from left to right.
    static func union(_ spans: [ColumnSpan]) -> [ColumnSpan] {
        var union: [ColumnSpan] = []
        for span in spans.sorted(by: { $0.left < $1.left }) where span.left < span.right {
            if let last = union.last, span.left <= last.right {
                union[union.count - 1].right = max(last.right, span.right)
            } else {
                union.append(span)
            }
        }
        return union
    }

    /// Subtracts another interval; the result has up to two parts.
    func without(_ hole: ColumnSpan) -> [ColumnSpan] {
        guard hole.left < right, hole.right > left else { return [self] }
        return [
            ColumnSpan(left: left, right: min(hole.left, right)),
            ColumnSpan(left: max(hole.right, left), right: right),
        ].filter { $0.left < $0.right }
    }

    /// The rectangle of the interval's columns and the given rows, clipped to the columns of a
    /// rectangle.
    func rectangle(rows: Range<Int>, within bounds: PixelRect) -> PixelRect {
        let (first, end) = (Double(bounds.x), Double(bounds.columns.upperBound))
        let from = min(max(left, first), end)
        let to = min(max(right, from), end)
        return PixelRect(
            x: Int(from),
            y: rows.lowerBound,
            width: Int(to - from),
            height: rows.count
        )
    }
}

/// A side of a polygon.
struct PolygonEdge {
    /// The point where the side starts, in pixels.
    let start: Point
    /// The point where the side ends, in pixels.
    let end: Point

    /// The horizontal interval of the edge's part within the given rows; `nil` if no part is there.
    func span(in rows: Range<Int>) -> ColumnSpan? {
        let (top, bottom) = (Double(rows.lowerBound), Double(rows.upperBound))
        guard min(start.y, end.y) <= bottom, max(start.y, end.y) >= top else { return nil }
        func x(at y: Double) -> Double {
            start.x + (end.x - start.x) * ((y - start.y) / (end.y - start.y))
        }
        guard start.y != end.y else {
            return ColumnSpan(left: min(start.x, end.x), right: max(start.x, end.x))
        }
        let ends = [start.y, end.y].map { x(at: min(max($0, top), bottom)) }
        return ColumnSpan(left: min(ends[0], ends[1]), right: max(ends[0], ends[1]))
    }

    /// The x coordinate at which the edge crosses a height, and its direction: 1 downwards, −1
    /// upwards; nil without a crossing.
    func crossing(at y: Double) -> (x: Double, direction: Int)? {
        guard (start.y <= y) != (end.y <= y) else { return nil }
        let x = start.x + (end.x - start.x) * ((y - start.y) / (end.y - start.y))
        return (x, start.y <= y ? 1 : -1)
    }
}

extension [Point] {
    /// The sides of the polygon whose vertices these points are.
    var edges: [PolygonEdge] {
        indices.map { PolygonEdge(start: self[$0], end: self[($0 + 1) % count]) }
    }

    /// The horizontal intervals inside of the polygon, by the nonzero winding rule, at the middle
    /// of the given rows.
    func insideSpans(at rows: Range<Int>) -> [ColumnSpan] {
        let middle = Double(rows.lowerBound + rows.upperBound) / 2
        let crossings = edges.compactMap { $0.crossing(at: middle) }.sorted { $0.x < $1.x }
        var spans: [ColumnSpan] = []
        var winding = 0
        for (crossing, next) in zip(crossings, crossings.dropFirst()) {
            winding += crossing.direction
            if winding != 0 { spans.append(ColumnSpan(left: crossing.x, right: next.x)) }
        }
        return ColumnSpan.union(spans)
    }
}
