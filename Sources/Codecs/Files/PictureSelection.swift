// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The frame to decode from a file with several, and the size in pixels for a vector drawing.
package struct PictureSelection: Hashable, Sendable {
    /// The greatest frame number that a caller can ask for.
    package static let frameLimit = 10_000

    /// The number of the frame or page to decode, from 1; nil to accept the first one as the
    /// image of the file.
    package var frame: Int?

    /// The numbers of the frames to take of a moving image, from 1; nil for a still.
    package var frames: ClosedRange<Int>?

    /// The size in pixels at which to draw a vector drawing; nil for the size that the file states.
    package var drawnSize: PixelSize?

    /// Creates a selection, by default of the first image at its own size.
    package init(frame: Int? = nil, drawnSize: PixelSize? = nil) {
        self.frame = frame
        self.drawnSize = drawnSize
    }

    /// The index of the frame or page in the file, from 0.
    var index: Int { (frame ?? 1) - 1 }

    /// Throws unless the first frame or page is selected, for formats whose files are read as one image.
    func requireFirst() throws(CodecError) {
        guard index == 0 else { throw .noSuchFrame(count: 1) }
    }

    /// The selection as parameters such as `frame=2`, in a fixed order; empty for the default
    /// image.
    package var words: [String] {
        // The first frame of an animated PNG may be another image than its still.
        (frame.map { ["frame=\($0)"] } ?? [])
            + (frames.map { ["frames=\($0.lowerBound)..\($0.upperBound)"] } ?? [])
            + (drawnSize.map { ["drawn=\($0.width)x\($0.height)"] } ?? [])
    }
}
