// SPDX-License-Identifier: Apache-2.0

import Raster

/// A stage that checks for cancellation before each band.
///
/// A stage that needs all rows pulls them in a single step of the render.
final class CheckedStage<Form: AlphaForm>: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Form>
    private let cancellation: Cancellation

    init(_ upstream: any BandSource<Form>, _ cancellation: Cancellation) {
        self.upstream = upstream
        self.cancellation = cancellation
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Form>) throws(RenderError) {
        try cancellation.check()
        try upstream.pull(into: &band)
    }
}
