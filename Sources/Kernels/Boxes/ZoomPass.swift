// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// A weighted mean of copies of a plane, each enlarged about a center by a factor of its own.
///
/// Samples between pixels are interpolated linearly along rows and columns.
package struct ZoomPass: Sendable {
    /// An enlarged copy of the plane: its scale and its weight in the mean.
    package struct Copy: Hashable, Sendable {
        /// The reciprocal of the factor by which the copy is enlarged, 0 to 1.
        package let scale: Double
        /// The weight of the copy in the mean.
        package let weight: Double

        /// Creates a copy from the reciprocal of its enlargement and its weight in the mean.
        package init(scale: Double, weight: Double) {
            self.scale = scale
            self.weight = weight
        }
    }

    private let size: PixelSize
    private let copies: [Copy]

    /// The source column for each copy and each column.
    private let indices: [Int32]

    /// The weight of the right neighbor of the source column, for each copy and each column.
    private let rests: [Float]

    private let centerRow: Double
    private let instructionSet: InstructionSet

    /// Creates a pass that averages enlarged copies of a plane.
    ///
    /// - Parameters:
    ///   - size: The extent of the plane.
    ///   - center: The center in pixels from the left and top edge, inside the extent.
    ///   - copies: The copies to average, at least one.
    ///   - instructionSet: The kernel variant to use.
    package init(
        size: PixelSize,
        center: Point,
        copies: [Copy],
        instructionSet: InstructionSet = .current
    ) {
        self.size = size
        self.copies = copies
        centerRow = center.y
        self.instructionSet = instructionSet
        var (indices, rests): ([Int32], [Float]) = ([], [])
        for copy in copies {
            var last = Int.max - 1
            for x in 0..<size.width {
                var (index, rest) = Self.source(x, center.x, copy.scale, size.width)
                if index > last + 1 {
                    // Columns are less than one apart, but for rounding.
                    (index, rest) = (last + 1, 1)
                }
                indices.append(Int32(index))
                rests.append(rest)
                last = index
            }
        }
        (self.indices, self.rests) = (indices, rests)
    }

    /// The number of bytes that the tables of source columns occupy.
    package static func byteCount(width: Int, copyCount: Int) -> Int { width * copyCount * 8 }

    private static func source(
        _ position: Int,
        _ center: Double,
        _ scale: Double,
        _ count: Int
    ) -> (index: Int, rest: Float) {
        let moved = center + (Double(position) + 0.5 - center) * scale - 0.5
        let inside = min(max(moved, 0), Double(count - 1))
        // The last sample has no next one.
        let index = min(Int(inside), max(count - 2, 0))
        return (index, Float(inside - Double(index)))
    }

    /// Returns the rows of the plane from which a row of the mean is made; neither end is less than
    /// the end of an earlier row.
    package func sourceRows(for row: Int) -> ClosedRange<Int> {
        let upper = copies.map { Self.source(row, centerRow, $0.scale, size.height).index }
        let last = upper.reduce(0) { max($0, $1) }
        return upper.reduce(last) { min($0, $1) }...min(last + 1, size.height - 1)
    }

    /// Returns the greatest distances at which source rows lie below and above the row made of
    /// them.
    ///
    /// - Parameters:
    ///   - centerRow: The center, in pixels from the top edge.
    ///   - scale: The least factor of the copies.
    ///   - height: The number of rows.
    /// - Returns: Both distances, in rows.
    package static func reach(
        centerRow: Double,
        scale: Double,
        height: Int
    ) -> (below: Int, above: Int) {
        // The first and the last row are the farthest from the center.
        let below = max(0, centerRow - 0.5) * (1 - scale)
        let above = max(0, Double(height) - 0.5 - centerRow) * (1 - scale)
        return (Int(below) + 1, max(1, Int(above.rounded(.up))))
    }

    /// Writes one row of the mean of all copies.
    ///
    /// - Parameters:
    ///   - row: The row to make.
    ///   - source: The band that holds the rows of ``sourceRows(for:)``, each at its number modulo
    ///     the capacity.
    ///   - channel: The channel of the plane in the band.
    ///   - result: As long as the row.
    package func makeRow<Form>(
        _ row: Int,
        of source: borrowing Band<Form>,
        channel: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        precondition(
            source.width == size.width && result.count == size.width,
            "the plane has another size"
        )
        var sums = [Float](repeating: 0, count: size.width)
        var line = [Float](repeating: 0, count: size.width)
        let kernels = instructionSet.kernels
        for (index, copy) in copies.enumerated() {
            let (upper, rest) = Self.source(row, centerRow, copy.scale, size.height)
            let lower = min(upper + 1, size.height - 1)
            let weight = Float(copy.weight)
            var target = line.mutableSpan
            kernels.combine(
                source.row(upper % source.capacity, of: channel),
                source.row(lower % source.capacity, of: channel),
                weights: (weight * (1 - rest), weight * rest),
                into: &target
            )
            let places = (index * size.width)..<((index + 1) * size.width)
            var total = sums.mutableSpan
            kernels.add(
                line.span,
                at: indices.span.extracting(places),
                rests: rests.span.extracting(places),
                to: &total
            )
        }
        kernels.round(sums.span, into: &result)
    }
}
