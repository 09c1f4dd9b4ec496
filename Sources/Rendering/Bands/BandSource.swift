// SPDX-License-Identifier: Apache-2.0

import Raster

/// The rows that travel together: one row of MCUs of a JPEG at 4:2:0.
let bandHeight = 16

/// A stage of a pipeline, seen from the stage that pulls from it.
///
/// Each stage owns the one before it and keeps only the rows that it needs.
protocol BandSource<Form>: AnyObject {
    /// Whether color comes straight or premultiplied.
    associatedtype Form: AlphaForm

    /// The extent of what comes out.
    var size: PixelSize { get }

    /// The channels of what comes out.
    var layout: ChannelLayout { get }

    /// Fills the next rows, from the front of the band, and sets its row count; 0 at the end.
    ///
    /// - Parameter band: Of this stage's ``layout`` and width.
    /// - Throws: ``RenderError``, after which the picture cannot be continued.
    func pull(into band: inout Band<Form>) throws(RenderError)
}

extension BandSource {
    /// Creates a band for what comes out of this stage.
    func makeBand() -> Band<Form> {
        Band(layout: layout, width: size.width, capacity: bandHeight)
    }
}
