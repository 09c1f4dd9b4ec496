// SPDX-License-Identifier: Apache-2.0

import CJPEG

extension PlaneRows {
    /// The offset, stride and number of each plane's rows in ``samples``, for C.
    var cPlaces: cjpeg_places {
        cjpeg_places(planes: (cRows(0), cRows(1), cRows(2)))
    }

    private func cRows(_ plane: Int) -> cjpeg_rows {
        guard places.indices.contains(plane) else { return cjpeg_rows() }
        let place = places[plane]
        return cjpeg_rows(
            offset: place.offset,
            stride: place.stride,
            count: place.shape.groupRowCount
        )
    }
}

extension cjpeg_expectation {
    /// Asks libjpeg for planes at a scale instead of rows of pixels.
    mutating func expect(_ planes: JPEGPlanes, at scale: JPEGScale) {
        func expected(_ index: Int) -> cjpeg_plane {
            guard planes.components.indices.contains(index) else { return cjpeg_plane() }
            let shape = planes.shape(of: index, at: scale)
            return cjpeg_plane(
                points: UInt32(shape.points),
                width: UInt32(shape.width),
                height: UInt32(shape.height),
                padded_width: UInt32(shape.paddedWidth),
                group_rows: UInt32(shape.groupRowCount),
                group_count: UInt32(planes.groupCount)
            )
        }
        is_planar = 1
        scale_denominator = UInt32(scale.denominator)
        self.planes = (expected(0), expected(1), expected(2))
    }
}
