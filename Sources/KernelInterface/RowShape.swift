// SPDX-License-Identifier: Apache-2.0

/// The layout of one row of a band in memory.
package struct RowShape: Sendable {
    /// The number of planes, 1 to 4.
    package var channelCount: Int
    /// The number of samples in a row.
    package var width: Int
    /// The distance between the starts of two planes, in samples.
    package var planeStride: Int

    /// Creates the layout of a row from its number of planes, its width and its stride.
    package init(channelCount: Int, width: Int, planeStride: Int) {
        self.channelCount = channelCount
        self.width = width
        self.planeStride = planeStride
    }

    /// The number of color planes: 1 for gray, otherwise 3; alpha, if any, follows them.
    package var colorChannelCount: Int { (channelCount - 1) | 1 }

    /// The index of the first alpha sample; nil if there is no alpha plane.
    package var alphaStart: Int? {
        channelCount.isMultiple(of: 2) ? (channelCount - 1) * planeStride : nil
    }

    /// The least number of samples in a buffer that holds all planes of the row.
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

    /// Creates the layout of consecutive rows; these must not overlap.
    package init(width: Int, stride: Int, count: Int) {
        precondition(width > 0 && count > 0, "the rows are empty")
        precondition(count == 1 || stride >= width, "the rows overlap")
        self.width = width
        self.stride = stride
        self.count = count
    }

    /// The least number of samples in a buffer that holds all rows.
    package var spanCount: Int { (count - 1) * stride + width }
}

/// The layout in memory of groups of rows, called steps, that are each reduced to a row of
/// averages.
package struct StepsShape: Sendable {
    /// The layout of the rows in one step: an even number of rows.
    package let rows: RowsShape
    /// The number of steps, each of which gives a row of averages.
    package let count: Int
    /// The indices of the first sum in the two rows of running sums that are unfinished before and
    /// after all steps.
    package let sums: (newer: Int, older: Int)
    /// The number of bits by which a sum is shifted right to give an average.
    package let shift: Int
    /// The distance between the starts of two rows of averages, in samples.
    package let averageStride: Int

    /// Creates the layout of steps, each of an even number of rows.
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
