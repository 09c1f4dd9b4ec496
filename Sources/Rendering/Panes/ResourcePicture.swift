// SPDX-License-Identifier: Apache-2.0

import Raster

/// A decoded, upright image for a pane or a mask, other than the source.
final class ResourcePicture {
    /// The width and the height of the upright image, in pixels.
    let size: PixelSize

    /// All rows of the image, in one band.
    let pixels: Band<Premultiplied>

    /// Keeps a decoded image.
    init(_ pixels: consuming Band<Premultiplied>) {
        size = PixelSize(width: pixels.width, height: pixels.rowCount)
        self.pixels = pixels
    }
}
