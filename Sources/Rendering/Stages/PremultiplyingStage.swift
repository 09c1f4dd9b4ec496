// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Multiplies color by alpha.
final class PremultiplyingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>

    init(_ upstream: any BandSource<Straight>) {
        self.upstream = upstream
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        var straight = band.assuming(Straight.self)
        do {
            try upstream.pull(into: &straight)
        } catch {
            band = straight.assuming(Premultiplied.self)
            throw error
        }
        band = straight.premultiplied()
    }
}
