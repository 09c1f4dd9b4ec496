// SPDX-License-Identifier: Apache-2.0

import Raster

/// The mosaic cells of a ``Redaction``: a grid of squares from the top left of a rectangle.
struct RedactionCells {
    /// The rectangle that the grid of cells covers.
    let bounds: PixelRect

    /// The side of a cell, in pixels; cells at the right and the bottom edge may be smaller.
    let side: Int

    /// The least number of hidden pixels in a mosaic cell that has any, so that their mean reveals
    /// no single pixel.
    static let leastHidden = Redaction.smallestCell * Redaction.smallestCell

    /// Divides a rectangle into as few cells as allowed, each with enough pixels to average.
    init(of bounds: PixelRect) {
        self.bounds = bounds
        let (width, height) = (bounds.size.width, bounds.size.height)
        let longer = max(width, height)
        let fewest = (longer + Redaction.cellCount - 1) / Redaction.cellCount
        var side = max(fewest, Redaction.smallestCell)
        func rest(_ length: Int) -> Int { (length - 1) % side + 1 }
        while side < longer, rest(width) * rest(height) < Self.leastHidden { side += 1 }
        self.side = side
    }

    /// Enlarges a region within an image until it has enough pixels to average.
    static func grown(_ region: PixelRect, in size: PixelSize) -> PixelRect {
        func enough(_ length: Int, beside other: Int, of most: Int) -> Int {
            let needed = max(Redaction.smallestCell, (leastHidden + other - 1) / other)
            return min(max(length, needed), most)
        }
        // Widened to a cell, then made higher, and wider again if the image is too low for that.
        let across = min(max(region.size.width, Redaction.smallestCell), size.width)
        let height = enough(region.size.height, beside: across, of: size.height)
        let width = enough(across, beside: height, of: size.width)
        return PixelRect(
            x: min(region.x, size.width - width),
            y: min(region.y, size.height - height),
            width: width,
            height: height
        )
    }

    /// The cells in which hidden regions cover some pixels, but too few to average, so that all
    /// must be hidden.
    func hiddenAsWhole(under regions: [PixelRect]) -> [PixelRect] {
        all.filter { (1..<Self.leastHidden).contains($0.pixelCount(under: regions)) }
    }

    /// The cells in which visible regions leave some pixels, but too few to average, so that all
    /// must be hidden.
    func hiddenAsWhole(beside kept: [PixelRect]) -> [PixelRect] {
        all.filter {
            (1..<Self.leastHidden).contains($0.size.pixelCount - $0.pixelCount(under: kept))
        }
    }

    private var all: [PixelRect] {
        stride(from: bounds.y, to: bounds.rows.upperBound, by: side).flatMap { y in
            stride(from: bounds.x, to: bounds.columns.upperBound, by: side).map { x in
                PixelRect(x: x, y: y, width: side, height: side).intersection(bounds)
            }
        }
    }
}

extension PixelRect {
    /// The number of pixels of this rectangle that are covered by any of the given ones.
    func pixelCount(under rectangles: [PixelRect]) -> Int {
        let parts = rectangles.map(intersection).filter { !$0.isEmpty }.sorted { $0.x < $1.x }
        // All rows between two neighboring horizontal edges cover the same columns.
        let edges = Set(parts.flatMap { [$0.y, $0.rows.upperBound] }).sorted()
        return zip(edges, edges.dropFirst()).reduce(0) { count, rows in
            var (width, reach) = (0, x)
            for part in parts where part.rows.contains(rows.0) {
                width += max(0, part.columns.upperBound - max(reach, part.x))
                reach = max(reach, part.columns.upperBound)
            }
            return count + width * (rows.1 - rows.0)
        }
    }
}

extension [PixelRect] {
    /// Subtracts a rectangle from each of these, and returns the remaining parts as rectangles.
    func without(_ hole: PixelRect) -> [PixelRect] {
        flatMap { rectangle -> [PixelRect] in
            let inside = rectangle.intersection(hole)
            if inside.isEmpty { return [rectangle] }
            let (left, right) = (rectangle.x, rectangle.columns.upperBound)
            let (top, bottom) = (rectangle.y, rectangle.rows.upperBound)
            func part(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelRect {
                PixelRect(
                    x: columns.lowerBound,
                    y: rows.lowerBound,
                    width: columns.count,
                    height: rows.count
                )
            }
            return [
                part(left..<right, top..<inside.y),
                part(left..<inside.x, inside.rows),
                part(inside.columns.upperBound..<right, inside.rows),
                part(left..<right, inside.rows.upperBound..<bottom),
            ].filter { !$0.isEmpty }
        }
    }
}
