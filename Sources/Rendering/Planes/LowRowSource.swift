// SPDX-License-Identifier: Apache-2.0

import Raster

/// A source of the low-resolution rows of all planes, in order.
protocol LowRowSource: AnyObject {
    /// Writes the next rows to the front of a band, and sets the band's row count.
    ///
    /// - Parameters:
    ///   - count: The number of rows; no more than are left.
    ///   - band: As wide as the low rows, with one channel for each plane.
    /// - Throws: ``RenderError``; the picture cannot be continued after that.
    func makeRows(_ count: Int, into band: inout Band<Straight>) throws(RenderError)
}
