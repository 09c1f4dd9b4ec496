// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects

extension ImageTraits {
    /// The sigma from which a blur leaves no sharp edges of a drawing, in pixels.
    private static let smoothSigma: Float = 4

    /// Predicts the properties of a result from its image and its plan.
    init(of source: SourceImage, _ plan: Plan) {
        let sigma = plan.finalSigma
        let isDrawing = source.isDrawing && sigma < Self.smoothSigma
        self.init(sigma: sigma, hasColorEdges: isDrawing || plan.drawsEdges)
    }
}

extension SourceImage {
    /// Whether the image is a canvas or probably a drawing: an SVG, or an image that less than half a byte for
    /// each pixel stores without loss.
    ///
    /// Photos as PNG take one to two bytes per pixel, screenshots and logos a tenth of a byte.
    fileprivate var isDrawing: Bool {
        header.format == .svg
            || !header.format.isLossy && (1..<max(1, pixelCount / 2)).contains(header.fileByteCount)
    }
}
