// SPDX-License-Identifier: Apache-2.0

/// The layout of whole steps of rows, their running sums and their averages in memory.
package struct StepsShape: Sendable {
    /// The rows of one step: an even number of them.
    package let rows: RowsShape
    /// The number of steps.
    package let count: Int
    /// The starts of the two rows of sums in progress, the same before and after.
    package let sums: (newer: Int, older: Int)
    /// The shift that turns a sum into an average.
    package let shift: Int
    /// The distance between the starts of two rows of averages, in samples.
    package let averageStride: Int

    /// Creates a layout.
    package init(
        rows: RowsShape,
        count: Int,
        sums: (newer: Int, older: Int),
        shift: Int,
        averageStride: Int
    ) {
        precondition(count > 0 && rows.count % 2 == 0, "no steps of pairs of rows")
        precondition(min(sums.newer, sums.older) >= 0, "sums before the buffer")
        precondition((1...31).contains(shift), "no shift of sums")
        precondition(count == 1 || averageStride >= rows.width, "averages that overlap")
        (self.rows, self.count, self.sums) = (rows, count, sums)
        (self.shift, self.averageStride) = (shift, averageStride)
    }
}
