// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Adds an opaque alpha channel.
final class AddingAlphaStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var input: Band<Straight>

    init(_ upstream: any BandSource<Straight>) {
        self.upstream = upstream
        size = upstream.size
        layout = upstream.layout.addingAlpha
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &input)
        input.convert(into: &band)
    }
}
