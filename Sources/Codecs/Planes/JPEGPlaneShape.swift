// SPDX-License-Identifier: Apache-2.0

import Raster

/// The size and the sampling of one component of a JPEG when it is decoded at some scale.
package struct JPEGPlaneShape: Hashable, Sendable {
    /// The number of samples along one side of a decoded block: 1, 2, 4 or 8.
    package let points: Int

    /// The number of pixels of the image that a sample covers horizontally.
    package let horizontalPitch: Int

    /// The number of pixels of the image that a sample covers vertically.
    package let verticalPitch: Int

    /// The number of rows of samples in an MCU row.
    package let groupRowCount: Int

    /// The number of samples in a row; the last may also cover pixels beyond the edge.
    package let width: Int

    /// The number of rows in the plane.
    package let height: Int

    /// Whether decoders interpolate when they enlarge the plane; otherwise they repeat samples.
    ///
    /// Reference: libjpeg-turbo 2.1.5, `jinit_upsampler`.
    package var isInterpolated: Bool {
        switch (horizontalPitch, verticalPitch) {
        case (2, 1), (2, 2): width > 2
        case (1, 2): true
        default: false
        }
    }

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

    /// The number of samples in a row, rounded up to whole blocks.
    var paddedWidth: Int { width.roundedUp(to: points) }

    /// The number of rows of samples in an MCU row that lie inside of the plane.
    func rowCount(ofGroup index: Int) -> Int {
        max(0, min(groupRowCount, height - index * groupRowCount))
    }
}

/// The factor by which a JPEG is shrunk while it is decoded.
///
/// Scaling is part of the inverse cosine transform: each sample is the mean of those that it
/// replaces. A small image saves most of that transform.
package enum JPEGScale: Int, Hashable, Sendable, CaseIterable {
    /// The whole width and height: every stored sample.
    case full = 1
    /// Half of the width and height.
    case half = 2
    /// A quarter of the width and height.
    case quarter = 4
    /// An eighth of the width and height: the mean of each block.
    case eighth = 8

    /// The number by which width and height are divided.
    package var denominator: Int { rawValue }
}
