// SPDX-License-Identifier: Apache-2.0

/// The layout of several consecutive rows of one plane in memory.
package struct RowsShape: Sendable {
    /// The number of samples in a row.
    package var width: Int
    /// The distance between the starts of two rows, in samples.
    package var stride: Int
    /// The number of rows, at least 1.
    package var count: Int

    /// Creates a layout.
    package init(width: Int, stride: Int, count: Int) {
        precondition(width > 0 && count > 0, "rows without samples")
        precondition(count == 1 || stride >= width, "rows that overlap")
        self.width = width
        self.stride = stride
        self.count = count
    }

    /// The smallest length of a span over all rows, in samples.
    package var spanCount: Int { (count - 1) * stride + width }
}
