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
