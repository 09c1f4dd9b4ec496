// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Mixes the channels of straight color.
final class MixingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let matrix: ColorMatrix

    init(_ upstream: any BandSource<Straight>, matrix: ColorMatrix) {
        self.upstream = upstream
        self.matrix = matrix
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        band.apply(matrix)
    }
}
