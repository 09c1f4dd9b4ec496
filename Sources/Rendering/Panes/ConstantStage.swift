// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// A source of pixels of one color: of a canvas, or of a pane that begins with a color instead of the
/// image.
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
    ///   - layout: The channels; gray takes only colors that are gray, and opaque ones only opaque colors.
    init(_ color: StraightColor, size: PixelSize, layout: ChannelLayout) {
        self.size = size
        self.layout = layout
        let channels = layout.isColor ? [color.red, color.green, color.blue] : [color.red]
        samples = (channels + (layout.hasAlpha ? [color.alpha] : []))
            .map { UInt16(($0 * 65_535).rounded()) }
    }

    /// Whether all rows are delivered.
    var isDelivered: Bool { nextRow == size.height }

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
