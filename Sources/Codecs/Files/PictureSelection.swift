// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The picture to take of a file that has several, or that is a drawing without pixels.
package struct PictureSelection: Hashable, Sendable {
    /// The greatest number of a frame that can be asked for.
    package static let frameLimit = 10_000

    /// The frame or page, from 1; nil for the first, which then stands for the whole file.
    package var frame: Int?

    /// The size at which a drawing is drawn; nil for its own.
    package var drawnSize: PixelSize?

    /// Creates a selection; by default, of the first picture at its own size.
    package init(frame: Int? = nil, drawnSize: PixelSize? = nil) {
        self.frame = frame
        self.drawnSize = drawnSize
    }

    /// The place of the picture among those of the file, from 0.
    var index: Int { (frame ?? 1) - 1 }

    /// The selection in words, in canonical order; empty where it changes no pixel.
    package var words: [String] {
        (index > 0 ? ["frame=\(index + 1)"] : [])
            + (drawnSize.map { ["drawn=\($0.width)x\($0.height)"] } ?? [])
    }
}
