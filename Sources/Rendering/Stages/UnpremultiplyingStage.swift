// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Divides color by alpha.
final class UnpremultiplyingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>

    init(_ upstream: any BandSource<Premultiplied>) {
        self.upstream = upstream
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        var premultiplied = band.assuming(Premultiplied.self)
        do {
            try upstream.pull(into: &premultiplied)
        } catch {
            band = premultiplied.assuming(Straight.self)
            throw error
        }
        band = premultiplied.unpremultiplied()
    }
}
