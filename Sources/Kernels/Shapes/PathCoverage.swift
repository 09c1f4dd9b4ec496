// SPDX-License-Identifier: Apache-2.0

public import Raster

/// How much of each pixel lies inside of shapes: exact areas, row by row from the top.
///
/// Every edge adds the signed area to the right of it to the pixels that it crosses, and its height
/// to the first pixel behind them; sums from left to right are the areas. Where a polygon overlaps
/// itself it is filled: what is taken is the magnitude of a pixel's mean winding number, 1 at most.
/// That is the area unless edges of several parts cross one pixel. There parts that go around in the
/// same way are added, even where they overlap, and parts that go around in opposite ways cancel.
/// The areas of several shapes add up to 1 at most, so what two shapes that share an edge cover has
/// no seam.
///
/// Memory is O(width + edges), time O(width + crossings) for a row.
///
/// Reference: R. Levien, "Inside the fastest font renderer in the world", 2016.
public struct PathCoverage: Sendable {
    /// The rectangle whose pixels are looked at.
    public let bounds: PixelRect

    /// Whether what lies outside of the shapes is covered, instead of inside.
    public let isInverted: Bool

    private var paths: [Path]
    private var sums: [Double]
    private var cells: [Range<Int>] = []
    private var nextRow: Int

    /// Prepares to cover shapes.
    ///
    /// - Parameters:
    ///   - shapes: What is covered: every place that lies in at least one of them.
    ///   - isInverted: Whether it is the rest that is covered.
    ///   - bounds: The pixels to look at; shapes may reach beyond.
    public init(_ shapes: [Shape], isInverted: Bool = false, bounds: PixelRect) {
        precondition(!bounds.isEmpty, "coverage of no pixel")
        self.bounds = bounds
        self.isInverted = isInverted
        paths = shapes.map { Path($0.outline, bounds: bounds) }.filter { !$0.isEmpty }
        sums = [Double](repeating: 0, count: bounds.size.width + 2)
        nextRow = 0
    }

    /// The bytes that the coverage of shapes keeps, known without their outlines.
    public static func byteCount(_ shapes: [Shape], bounds: PixelRect) -> Int {
        shapes.reduce((bounds.size.width + 2) * MemoryLayout<Double>.stride) {
            $0 + $1.outlineCount * (MemoryLayout<Path.Edge>.stride + MemoryLayout<Int>.stride)
        }
    }

    /// Writes the coverage of the next row, 65,535 being all of a pixel.
    ///
    /// - Parameter row: Room for as many samples as ``bounds`` is wide, all of which are written.
    /// - Returns: The columns outside of which nothing is covered.
    public mutating func coverNext(into row: inout MutableSpan<UInt16>) -> Range<Int> {
        let width = bounds.size.width
        precondition(row.count == width, "a row of another width")
        precondition(nextRow < bounds.size.height, "more rows than there are")
        row.update(repeating: 0)
        var covered = 0..<0
        for index in paths.indices {
            paths[index].crossed(in: nextRow, width: width, sums: &sums, cells: &cells)
            let columns = Self.add(cells, &sums, to: &row)
            cells.removeAll(keepingCapacity: true)
            if columns.isEmpty { continue }
            covered =
                covered.isEmpty
                ? columns
                : min(
                    covered.lowerBound,
                    columns.lowerBound
                )..<max(covered.upperBound, columns.upperBound)
        }
        nextRow += 1
        guard isInverted else { return covered }
        for x in 0..<width { row[x] = ~row[x] }
        return 0..<width
    }

    /// Sums up what edges left, adds it to a row, and clears it.
    ///
    /// - Parameters:
    ///   - cells: Where the edges left something, in any order.
    ///   - sums: What they left.
    ///   - row: What is added to, 65,535 at most.
    /// - Returns: The columns outside of which nothing was added.
    private static func add(
        _ cells: [Range<Int>],
        _ sums: inout [Double],
        to row: inout MutableSpan<UInt16>
    ) -> Range<Int> {
        let width = row.count
        var covered = 0..<0
        var (sum, position) = (0.0, 0)
        func isCovered(_ columns: Range<Int>) -> Range<Int> {
            covered.isEmpty ? columns : covered.lowerBound..<columns.upperBound
        }
        for cell in cells {
            // Between edges nothing changes.
            if cell.lowerBound > position, sample(sum) > 0 {
                fill(&row, position..<cell.lowerBound, sample(sum))
                covered = isCovered(position..<cell.lowerBound)
            }
            let first = max(position, cell.lowerBound)
            let last = min(cell.upperBound, width)
            if first < last {
                for x in first..<last {
                    sum += sums[x]
                    sums[x] = 0
                    row[x] = row[x].addingSaturated(sample(sum))
                }
                covered = isCovered(first..<last)
            }
            position = max(position, cell.upperBound)
        }
        if position < width, sample(sum) > 0 {
            fill(&row, position..<width, sample(sum))
            covered = isCovered(position..<width)
        }
        sums[width] = 0
        sums[width + 1] = 0
        return covered
    }

    private static func fill(
        _ row: inout MutableSpan<UInt16>,
        _ columns: Range<Int>,
        _ value: UInt16
    ) {
        if value == 65_535 {
            var filled = row._mutatingExtracting(columns)
            filled.update(repeating: value)
        } else {
            for x in columns { row[x] = row[x].addingSaturated(value) }
        }
    }

    private static func sample(_ area: Double) -> UInt16 {
        UInt16(min(area.magnitude, 1) * 65_535 + 0.5)
    }
}

extension UInt16 {
    fileprivate func addingSaturated(_ other: UInt16) -> UInt16 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

/// The outline of one shape, on its way from the top to the bottom.
private struct Path: Sendable {
    /// A line that goes down, with the sign of the way in which the outline takes it.
    struct Edge: Sendable {
        var top, bottom: Double
        var topX: Double
        /// The columns by which a row moves it.
        var slope: Double
        var sign: Double

        func x(at y: Double) -> Double { topX + (y - top) * slope }
    }

    /// From the one that begins highest.
    private var edges: [Edge]
    private var nextEdge = 0
    private var active: [Int] = []

    init(_ outline: [Point], bounds: PixelRect) {
        let height = Double(bounds.size.height)
        var edges: [Edge] = []
        edges.reserveCapacity(outline.count)
        for (index, point) in outline.enumerated() {
            let next = outline[index + 1 == outline.count ? 0 : index + 1]
            let (startY, endY) = (point.y - Double(bounds.y), next.y - Double(bounds.y))
            let (startX, endX) = (point.x - Double(bounds.x), next.x - Double(bounds.x))
            let isDown = startY < endY
            let (top, bottom) = isDown ? (startY, endY) : (endY, startY)
            // A line that hardly goes down covers nothing, and its slope may be no number.
            guard bottom - top > 1e-9, bottom > 0, top < height else { continue }
            edges.append(
                Edge(
                    top: top,
                    bottom: bottom,
                    topX: isDown ? startX : endX,
                    slope: (endX - startX) / (endY - startY),
                    sign: isDown ? -1 : 1
                )
            )
        }
        edges.sort { $0.top < $1.top }
        self.edges = edges
    }

    /// Whether nothing is covered anywhere.
    var isEmpty: Bool { edges.isEmpty }

    /// Adds the areas beside all edges that cross a row.
    ///
    /// - Parameters:
    ///   - row: The row; no less than that of the last call.
    ///   - width: The pixels in a row.
    ///   - sums: What pixels are added to; room for two more.
    ///   - cells: Gets the places where something was added, from left to right.
    mutating func crossed(
        in row: Int,
        width: Int,
        sums: inout [Double],
        cells: inout [Range<Int>]
    ) {
        let (top, bottom) = (Double(row), Double(row + 1))
        while nextEdge < edges.count, edges[nextEdge].top < bottom {
            active.append(nextEdge)
            nextEdge += 1
        }
        active.removeAll { edges[$0].bottom <= top }
        for index in active {
            let edge = edges[index]
            let (first, last) = (max(edge.top, top), min(edge.bottom, bottom))
            let cell = Self.add(
                from: edge.x(at: first),
                to: edge.x(at: last),
                height: (last - first) * edge.sign,
                width: width,
                &sums
            )
            cells.append(cell)
        }
        cells.sort { $0.lowerBound < $1.lowerBound }
    }

    /// Adds the area to the right of a line inside of a row.
    ///
    /// - Returns: The pixels that were added to.
    private static func add(
        from start: Double,
        to end: Double,
        height: Double,
        width: Int,
        _ sums: inout [Double]
    ) -> Range<Int> {
        let limit = Double(width)
        let (left, right) = (min(start, end), max(start, end))
        if right <= 0 {
            sums[0] += height
            return 0..<1
        }
        if left >= limit { return width..<width }
        let heightPerPixel = right > left ? height / (right - left) : 0
        // What lies before the first pixel covers all behind it; what lies behind the last nothing.
        if left < 0 { sums[0] -= left * heightPerPixel }
        var position = max(left, 0)
        let end = min(right, limit)
        let firstCell = Int(position)
        var cell = firstCell
        while cell < width {
            let next = min(end, Double(cell + 1))
            let part = right > left ? (next - position) * heightPerPixel : height
            // The mean distance from the left edge of the pixel.
            let inset = (position + next) / 2 - Double(cell)
            sums[cell] += part * (1 - inset)
            sums[cell + 1] += part * inset
            if next >= end { break }
            position = next
            cell += 1
        }
        return (left < 0 ? 0 : firstCell)..<min(cell + 2, width + 1)
    }
}
