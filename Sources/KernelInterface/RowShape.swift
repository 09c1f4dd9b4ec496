// SPDX-License-Identifier: Apache-2.0

/// How one row of a band lies in memory.
package struct RowShape: Sendable {
    /// The number of planes, 1 to 4.
    package var channelCount: Int
    /// Samples in a row.
    package var width: Int
    /// Samples from a plane to the next.
    package var planeStride: Int

    /// Describes a row.
    package init(channelCount: Int, width: Int, planeStride: Int) {
        self.channelCount = channelCount
        self.width = width
        self.planeStride = planeStride
    }

    /// Where color ends: 1 for gray, 3 else; alpha, the last of 2 or 4 planes, lies behind it.
    package var colorChannelCount: Int { (channelCount - 1) | 1 }

    /// Where alpha begins, if there is any.
    package var alphaStart: Int? {
        channelCount.isMultiple(of: 2) ? (channelCount - 1) * planeStride : nil
    }

    /// The samples that a span over all planes of the row must at least have.
    package var spanCount: Int { (channelCount - 1) * planeStride + width }
}
