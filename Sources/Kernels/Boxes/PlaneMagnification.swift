// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A magnification of a plane about its center that makes one row from two rows of the plane.
///
/// Samples between pixels are interpolated linearly along rows and columns, with weights in
/// 65,536ths, and rounded once, half up. No sample is off by more than 2 of 65,535.
package struct PlaneMagnification: ~Copyable, Sendable {
    /// The two neighboring samples between which a pixel is interpolated along an axis.
    private struct Source: Sendable {
        /// The index of the first of the two samples.
        var index: Int32
        /// The weight of the second sample, in 65,536ths.
        var rest: UInt32
    }

    private let size: PixelSize
    private let factor: Double
    private let columns: [Source]

    /// A row interpolated vertically, but not yet horizontally.
    private var line: Samples<UInt32>

    /// Creates a magnification of planes about their center.
    ///
    /// - Parameters:
    ///   - size: The image extent.
    ///   - factor: The magnification, at least 1.
    package init(size: PixelSize, factor: Double) {
        precondition(factor >= 1, "the factor must be at least 1")
        self.size = size
        self.factor = factor
        columns = (0..<size.width).map { Self.source($0, factor, size.width) }
        line = Samples(repeating: 0, count: size.width)
    }

    /// The number of bytes that a magnification of planes of a given width allocates.
    package static func byteCount(width: Int) -> Int {
        width * (MemoryLayout<Source>.stride + MemoryLayout<UInt32>.stride)
    }

    private static func source(_ position: Int, _ factor: Double, _ count: Int) -> Source {
        let center = Double(count) / 2
        let moved = center + (Double(position) + 0.5 - center) / factor - 0.5
        let inside = min(max(moved, 0), Double(count - 1))
        // The last sample has no next one.
        let index = min(Int(inside), max(count - 2, 0))
        let rest = ((inside - Double(index)) * 65_536).rounded()
        return Source(index: Int32(index), rest: UInt32(rest))
    }

    /// The two rows of the image from which a row of the result is interpolated.
    ///
    /// - Parameter row: The row of the result.
    /// - Returns: Two neighboring rows, or the only row twice.
    package func rows(of row: Int) -> (upper: Int, lower: Int) {
        let upper = Int(Self.source(row, factor, size.height).index)
        return (upper, min(upper + 1, size.height - 1))
    }

    /// Interpolates one row of the magnified plane from two rows of the plane.
    ///
    /// - Parameters:
    ///   - row: The row of the result.
    ///   - upper: The first of its two rows, as ``rows(of:)`` gives them.
    ///   - lower: The second.
    ///   - result: As long as they are.
    package mutating func makeRow(
        _ row: Int,
        of upper: Span<UInt16>,
        _ lower: Span<UInt16>,
        into result: inout MutableSpan<UInt16>
    ) {
        let count = size.width
        precondition(
            upper.count == count && lower.count == count && result.count == count,
            "the rows have the wrong length"
        )
        Self.interpolate(upper, lower, Self.source(row, factor, size.height).rest, into: &line)
        Self.interpolate(line, columns, into: &result)
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    /// Interpolates vertically between two rows.
    private static func interpolate(
        _ upper: Span<UInt16>,
        _ lower: Span<UInt16>,
        _ rest: UInt32,
        into line: inout Samples<UInt32>
    ) {
        var row = line.mutableSpan(0..<upper.count)
        for x in 0..<row.count {
            row[x] =
                UInt32(truncatingIfNeeded: upper[x]) &* (65_536 &- rest)
                &+ UInt32(truncatingIfNeeded: lower[x]) &* rest
        }
    }

    /// Interpolates a row horizontally to the pixels of the result.
    private static func interpolate(
        _ line: borrowing Samples<UInt32>,
        _ columns: [Source],
        into result: inout MutableSpan<UInt16>
    ) {
        let row = line.span(0..<line.count)
        let next = row.count > 1 ? 1 : 0
        for x in 0..<result.count {
            let source = columns[x]
            let index = Int(source.index)
            let sum =
                UInt64(row[index]) &* UInt64(65_536 &- source.rest)
                &+ UInt64(row[index &+ next]) &* UInt64(source.rest)
            result[x] = UInt16(truncatingIfNeeded: (sum &+ 1 << 31) >> 32)
        }
    }
}
