// SPDX-License-Identifier: Apache-2.0

import Raster

/// Something that makes the low rows of all planes, one after the other.
protocol LowRowSource: AnyObject {
    /// Makes the next rows, from the front of the band, and sets its row count.
    ///
    /// - Parameters:
    ///   - count: How many rows; no more than are left.
    ///   - band: As wide as low rows are, one channel for each plane.
    /// - Throws: ``RenderError``, after which the picture cannot be continued.
    func makeRows(_ count: Int, into band: inout Band<Straight>) throws(RenderError)
}
