// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Remaps luminance of straight color.
final class CurveStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let curve: LuminanceCurve

    init(_ upstream: any BandSource<Straight>, curve: LuminanceCurve) {
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
