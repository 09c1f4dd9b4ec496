// SPDX-License-Identifier: Apache-2.0

import Raster

/// The number of rows in a band: one row of MCUs in a JPEG at 4:2:0.
let bandHeight = 16

/// A source of rows of pixels: the decoder, or a stage of a pipeline that the next stage pulls
/// from.
///
/// Each stage owns the stage before it, and keeps only the rows that it needs.
protocol BandSource<Form>: AnyObject {
    /// The form of the color: straight or premultiplied.
    associatedtype Form: AlphaForm

    /// The width and the height of the output, in pixels.
    var size: PixelSize { get }

    /// The output channels.
    var layout: ChannelLayout { get }

    /// Fills a band with the next rows, and sets its row count; 0 at the end.
    ///
    /// - Parameter band: A band with this stage's ``layout`` and width.
    /// - Throws: ``RenderError``, after which the image cannot be continued.
    func pull(into band: inout Band<Form>) throws(RenderError)

    /// Reads all input that the first row needs.
    ///
    /// Stages whose first row depends on the whole image read it; other stages do nothing.
    func prepare() throws(RenderError)
}

/// A source of rows in a color form.
typealias Rows<Form: AlphaForm> = any BandSource<Form>

extension BandSource {
    /// By default, reads no input before the first row is pulled.
    func prepare() throws(RenderError) {}

    /// Creates a band for the output of this stage.
    func makeBand() -> Band<Form> {
        Band(layout: layout, width: size.width, capacity: bandHeight)
    }

    /// Pulls the next band, where the image has at least one more row.
    func pullRows(into band: inout Band<Form>) throws(RenderError) {
        try pull(into: &band)
        precondition(band.rowCount > 0, "a picture with fewer rows than it said")
    }

    /// Pulls all rows into a band with room for the whole image; does nothing once it has them.
    func pullAll(into picture: inout Band<Form>) throws(RenderError) {
        if picture.rowCount == size.height { return }
        var band = makeBand()
        while picture.rowCount < size.height {
            try pullRows(into: &band)
            picture.append(band)
        }
    }
}
