// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Adds channels: equal red, green and blue for gray, or an opaque alpha.
final class ConvertingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var input: Band<Straight>

    init(_ upstream: any BandSource<Straight>, layout: ChannelLayout) {
        self.upstream = upstream
        self.layout = layout
        size = upstream.size
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &input)
        input.convert(into: &band)
    }
}
