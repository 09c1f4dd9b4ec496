// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Remaps each channel of straight color.
final class ChannelCurveStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let curve: ChannelCurve

    init(_ upstream: any BandSource<Straight>, curve: ChannelCurve) {
        self.upstream = upstream
        self.curve = curve
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        band.apply(curve)
    }
}
