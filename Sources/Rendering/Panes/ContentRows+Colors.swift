// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster
import Typesetting

extension ContentRows {
    /// Draws the glyphs of a text that have colors of their own, such as emoji.
    ///
    /// Such glyphs keep their colors whatever the ink of the text, and take only its opacity.
    func drawColors(of text: TextPlane, on band: inout Band<Straight>, y: Int, _ place: Place) {
        Self.spread(text.colors(y), into: &paint, &weights)
        textColors?.apply(to: &paint)
        fade(by: ink.opacity)
        band.blend(
            paint,
            row: 0,
            columns: place.columns,
            ontoRow: place.row,
            at: place.column,
            weights: weights,
            layering: Layering(.normal)
        )
    }

    /// Splits premultiplied ARGB pixels into straight colors and alphas.
    private static func spread(
        _ pixels: Span<UInt32>,
        into colors: inout Band<Straight>,
        _ weights: inout Samples<UInt16>
    ) {
        var alphas = weights.mutableSpan(0..<pixels.count)
        for x in 0..<pixels.count { alphas[x] = UInt16(pixels[x] >> 24) * 257 }
        for channel in 0..<colors.layout.channelCount {
            let shift = UInt32(16 - 8 * channel)
            var row = colors.mutableRow(0, of: channel)
            for x in 0..<pixels.count {
                let alpha = pixels[x] >> 24
                if alpha == 0 { continue }
                let sample = min(pixels[x] >> shift & 255, alpha)
                row[x] = UInt16((sample * 65_535 + alpha / 2) / alpha)
            }
        }
    }
}
