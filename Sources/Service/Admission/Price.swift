// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Rendering
import Store

/// The prices of work that is not priced by its stages, in passes over one sample.
enum Price {
    /// The usual work of rendering a photo per byte of its file.
    private static let perByte = 32

    /// The work of decoding and encoding an image per sample of it.
    private static let perSample = 8

    /// The work of parsing and planning a scene or a query per byte.
    static let perPlannedByte = 400

    /// The work of planning a gallery.
    static let gallery = 2_000_000

    /// The usual work of rendering an upload of a length in bytes.
    static func upload(_ length: Int) -> Int {
        // A length may be close to the greatest integer.
        min(length, Int.max / perByte) * perByte
    }

    /// The usual work of rendering a stored image.
    static func rendering(of header: ImageHeader) -> Int {
        header.codedSize.pixelCount * header.layout.channelCount * perSample
    }

    /// The memory and the work to reserve for a rendering.
    ///
    /// Beside its estimate, these are the bytes that its slowest reader may lag behind: a rendering that
    /// is parked holds them for as long as the reader likes.
    static func reservation(for renderer: Renderer) -> RenderEstimate {
        let greatest = ImageEncoder.maximumEncodedByteCount(
            renderer.output.encoding,
            size: renderer.outputSize,
            layout: renderer.outputLayout
        )
        let estimate = renderer.estimate
        let lag = min(GrowingResult.Limits().window, greatest)
        return RenderEstimate(
            memory: estimate.memory + lag,
            work: estimate.work,
            isGuess: estimate.isGuess,
            drawsTexts: estimate.drawsTexts
        )
    }
}
