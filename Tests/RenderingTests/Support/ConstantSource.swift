// SPDX-License-Identifier: Apache-2.0

import Raster

@testable import Rendering

/// Rows of the same samples.
final class ConstantSource<Form: AlphaForm>: BandSource {
    let size: PixelSize
    let layout: ChannelLayout
    private(set) var row = 0

    init(_ size: PixelSize, _ layout: ChannelLayout) {
        self.size = size
        self.layout = layout
    }

    func pull(into band: inout Band<Form>) throws(RenderError) {
        band.rowCount = min(band.capacity, size.height - row)
        row += band.rowCount
        for channel in 0..<layout.channelCount {
            for offset in 0..<band.rowCount {
                var row = band.mutableRow(offset, of: channel)
                row.update(repeating: UInt16(10_000 * (channel + 1)))
            }
        }
    }
}

/// Pulls all rows of a stage.
///
/// - Returns: How many there are.
func drain(_ stage: some BandSource) throws -> Int {
    var band = stage.makeBand()
    var count = 0
    repeat {
        try stage.pull(into: &band)
        count += band.rowCount
    } while band.rowCount > 0
    return count
}
