// SPDX-License-Identifier: Apache-2.0

/// The properties of an image that are known before its first row, for the choices of an encoder.
package struct ImageTraits: Hashable, Sendable {
    /// The sigma of the strongest blur of the whole image, in pixels; 0 if it is sharp.
    package var sigma: Float

    /// Whether the image has sharp edges between colors, as drawings and texts have.
    package var hasColorEdges: Bool

    /// Creates the properties of an image from its blur and its edges.
    package init(sigma: Float = 0, hasColorEdges: Bool = false) {
        self.sigma = sigma
        self.hasColorEdges = hasColorEdges
    }
}

extension JPEGOptions.Subsampling {
    /// The sigma from which a blurred image loses nothing by fewer color samples, in pixels.
    private static let smoothSigma: Float = 4

    /// Replaces ``automatic`` by the density that suits an image.
    ///
    /// - Parameters:
    ///   - traits: The known properties of the image.
    ///   - quality: The quality, on the scale of JPEG.
    /// - Returns: ``s420`` or ``s444``.
    func resolved(for traits: ImageTraits, quality: Int) -> Self {
        guard self == .automatic else { return self }
        let isFine = quality >= JPEGOptions.fullQuality && traits.sigma < Self.smoothSigma
        return isFine || traits.hasColorEdges ? .s444 : .s420
    }
}
