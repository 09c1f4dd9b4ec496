// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// A source of pixels of one color, for a pane that begins with a color instead of the image.
final class ConstantStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let samples: [UInt16]
    private var nextRow = 0

    /// Creates a source of a number of pixels of one color.
    ///
    /// - Parameters:
    ///   - color: The color.
    ///   - size: The extent.
    ///   - layout: The channels, to which alpha is added; gray takes only colors that are gray.
    init(_ color: StraightColor, size: PixelSize, layout: ChannelLayout) {
        self.size = size
        self.layout = layout.addingAlpha
        let channels = layout.isColor ? [color.red, color.green, color.blue] : [color.red]
        samples = (channels + [color.alpha]).map { UInt16(($0 * 65_535).rounded()) }
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            for (channel, sample) in samples.enumerated() {
                var target = band.mutableRow(row, of: channel)
                target.update(repeating: sample)
            }
        }
        band.rowCount = count
        nextRow += count
    }
}
