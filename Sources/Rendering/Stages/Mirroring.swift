// SPDX-License-Identifier: Apache-2.0

import Raster

/// Mirrors an image left to right, row by row.
struct Mirroring: InPlacePlan {
    func apply(to band: inout Band<Straight>) {
        for channel in 0..<band.layout.channelCount {
            for offset in 0..<band.rowCount {
                var row = band.mutableRow(offset, of: channel)
                for x in 0..<(row.count / 2) { row.swapAt(x, row.count - 1 - x) }
            }
        }
    }
}
