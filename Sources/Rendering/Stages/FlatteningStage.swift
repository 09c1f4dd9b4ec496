// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Lays a picture over an opaque color.
final class FlatteningStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let background: Color
    private var input: Band<Straight>

    /// Creates the stage.
    ///
    /// - Parameters:
    ///   - upstream: The picture.
    ///   - background: The color beneath it.
    ///   - layout: Without alpha; with color when the picture or the background has any.
    init(_ upstream: any BandSource<Straight>, background: Color, layout: ChannelLayout) {
        self.upstream = upstream
        self.background = background
        self.layout = layout
        size = upstream.size
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &input)
        input.composite(over: background, into: &band)
    }
}
