// SPDX-License-Identifier: Apache-2.0

/// How whole steps of rows that follow each other, their sums and their averages lie in memory.
package struct StepsShape: Sendable {
    /// The rows of one step: an even number of them.
    package let rows: RowsShape
    /// How many steps there are.
    package let count: Int
    /// Where the sums in progress begin, before and afterwards: the newer, then the older.
    package let sums: (newer: Int, older: Int)
    /// Averages are sums / 2^shift.
    package let shift: Int
    /// Samples from the start of a row of averages to that of the next.
    package let averageStride: Int

    /// Describes steps.
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
