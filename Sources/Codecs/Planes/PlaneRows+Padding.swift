// SPDX-License-Identifier: Apache-2.0

import Raster

extension PlaneRows {
    /// Repeats the last sample of each row and the last row of each plane, up to whole blocks.
    ///
    /// Of all paddings that leave no trace inside the image, this one takes the fewest bits.
    mutating func padToBlocks() {
        for plane in places.indices {
            let place = places[plane]
            let count = rowCount(of: plane)
            for row in 0..<count { padRow(row, of: place) }
            guard count > 0 else { continue }
            for row in count..<count.roundedUp(to: place.shape.points) {
                copyRow(count - 1, to: row, of: place)
            }
        }
    }

    private mutating func padRow(_ row: Int, of place: Place) {
        let start = place.offset + row * place.stride
        let range = (start + place.shape.width - 1)..<(start + place.shape.paddedWidth)
        var end = samples.mutableSpan(range)
        for x in 1..<end.count { end[x] = end[0] }
    }

    private mutating func copyRow(_ source: Int, to target: Int, of place: Place) {
        let start = place.offset + source * place.stride
        let distance = (target - source) * place.stride
        var rows = samples.mutableSpan(start..<(start + distance + place.shape.paddedWidth))
        for x in 0..<place.shape.paddedWidth { rows[distance + x] = rows[x] }
    }
}
