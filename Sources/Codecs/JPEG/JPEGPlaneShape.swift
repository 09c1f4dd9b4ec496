// SPDX-License-Identifier: Apache-2.0

import Raster

/// How one component of a JPEG is laid out when it is decoded at some scale.
public struct JPEGPlaneShape: Hashable, Sendable {
    /// The samples of a decoded block in each direction: 1, 2, 4 or 8.
    public let points: Int

    /// The picture's pixels from one sample to the next of a row.
    public let horizontalPitch: Int

    /// The picture's pixels from one row of samples to the next.
    public let verticalPitch: Int

    /// The rows of a group that is whole.
    public let groupRowCount: Int

    /// The samples of a row; the last may stand for pixels beyond the edge, too.
    public let width: Int

    /// The rows of the plane.
    public let height: Int

    init(
        points: Int,
        horizontalPitch: Int,
        verticalPitch: Int,
        groupRowCount: Int,
        size: PixelSize
    ) {
        self.points = points
        self.horizontalPitch = horizontalPitch
        self.verticalPitch = verticalPitch
        self.groupRowCount = groupRowCount
        width = (size.width + horizontalPitch - 1) / horizontalPitch
        height = (size.height + verticalPitch - 1) / verticalPitch
    }

    /// The samples of a row in whole blocks.
    var paddedWidth: Int { width.roundedUp(to: points) }

    /// The rows that belong to the plane in one of its groups.
    func rowCount(ofGroup index: Int) -> Int {
        max(0, min(groupRowCount, height - index * groupRowCount))
    }
}
