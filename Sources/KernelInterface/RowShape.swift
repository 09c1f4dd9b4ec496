// SPDX-License-Identifier: Apache-2.0

/// The layout of one row of a band in memory.
package struct RowShape: Sendable {
    /// The number of planes, 1 to 4.
    package var channelCount: Int
    /// The number of samples in a row.
    package var width: Int
    /// The distance between the starts of two planes, in samples.
    package var planeStride: Int

    /// Creates a layout.
    package init(channelCount: Int, width: Int, planeStride: Int) {
        self.channelCount = channelCount
        self.width = width
        self.planeStride = planeStride
    }

    /// The number of color planes: 1 for gray, otherwise 3; alpha, if any, follows them.
    package var colorChannelCount: Int { (channelCount - 1) | 1 }

    /// The start of the alpha plane, if there is one.
    package var alphaStart: Int? {
        channelCount.isMultiple(of: 2) ? (channelCount - 1) * planeStride : nil
    }

    /// The smallest length of a span over all planes of the row, in samples.
    package var spanCount: Int { (channelCount - 1) * planeStride + width }
}

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
        precondition(width > 0 && count > 0, "the rows are empty")
        precondition(count == 1 || stride >= width, "the rows overlap")
        self.width = width
        self.stride = stride
        self.count = count
    }

    /// The smallest length of a span over all rows, in samples.
    package var spanCount: Int { (count - 1) * stride + width }
}

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
        precondition(count > 0 && rows.count % 2 == 0, "steps need an even number of rows")
        precondition(min(sums.newer, sums.older) >= 0, "sums start before the buffer")
        precondition((1...31).contains(shift), "the shift is out of range")
        precondition(count == 1 || averageStride >= rows.width, "the averages overlap")
        (self.rows, self.count, self.sums) = (rows, count, sums)
        (self.shift, self.averageStride) = (shift, averageStride)
    }
}
