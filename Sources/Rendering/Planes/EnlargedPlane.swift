// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels

/// A color plane of a JPEG as decoders enlarge it, to one sample for each pixel.
///
/// Each sample is interpolated from the nearest sample of the plane, with a weight of 3/4 along each
/// axis, and the next nearest one; or it repeats the nearest one. Beyond the edges, the last sample
/// of the plane is repeated.
///
/// Reference: libjpeg-turbo 2.1.5, `h2v2_fancy_upsample`.
struct EnlargedPlane {
    /// Whether a decoder interpolates samples between rows, along a column.
    let interpolatesRows: Bool

    /// Whether a decoder interpolates samples between columns, along a row.
    let interpolatesColumns: Bool

    private let shape: JPEGPlaneShape

    init(_ shape: JPEGPlaneShape) {
        self.shape = shape
        interpolatesRows = shape.isInterpolated && shape.verticalPitch == 2
        interpolatesColumns = shape.isInterpolated && shape.horizontalPitch == 2
    }

    /// The number, the distance and the interpolation of the samples in a row.
    var columns: LimitedRow.Columns {
        LimitedRow.Columns(
            pitch: shape.horizontalPitch,
            count: shape.width,
            areInterpolated: interpolatesColumns
        )
    }

    /// The rounding addends of a decoder for even and for odd columns of a row, in sixteenths.
    func biases(ofRow y: Int) -> SIMD2<Int16> {
        switch (interpolatesColumns, interpolatesRows) {
        case (true, true): SIMD2(8, 7)
        case (true, false): SIMD2(4, 8)
        case (false, true): SIMD2(repeating: y % 2 == 0 ? 4 : 8)
        case (false, false): SIMD2()
        }
    }

    /// Returns the indices of the two rows of the plane from which a row of pixels is interpolated,
    /// the nearer first.
    func rows(of y: Int) -> (near: Int, far: Int) {
        let (near, last) = (y / shape.verticalPitch, shape.height - 1)
        let far = interpolatesRows ? near + (y % 2 == 0 ? -1 : 1) : near
        return (min(near, last), min(max(far, 0), last))
    }
}
