// SPDX-License-Identifier: Apache-2.0

/// How a few rows of a plane lie in memory.
package struct RowsShape: Sendable {
    /// Samples in a row.
    package var width: Int
    /// Samples from the start of a row to that of the next.
    package var stride: Int
    /// Rows; one or more.
    package var count: Int

    /// Describes rows.
    package init(width: Int, stride: Int, count: Int) {
        precondition(width > 0 && count > 0, "rows without samples")
        precondition(count == 1 || stride >= width, "rows that overlap")
        self.width = width
        self.stride = stride
        self.count = count
    }

    /// The samples that a span over all rows must at least have.
    package var spanCount: Int { (count - 1) * stride + width }
}
