// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The kernel of a blur with a given standard deviation.
public enum BlurKernel: String, Hashable, Sendable, CaseIterable {
    /// The Gaussian itself.
    case gaussian
    /// The three boxes that Filter Effects allows as an approximation.
    case css3box
    /// The three boxes of Apple's UIImage+ImageEffects.
    case apple3box

    /// Creates a blur with the kernel.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation in pixels, inside ``GaussianBlur/sigmaRange``.
    ///   - edge: The edge mode.
    /// - Returns: The filter.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `blur`, or
    ///   ``EffectError/unsupportedEdge(_:)``.
    package func filter(sigma: Float, edge: EdgeMode) throws(EffectError) -> Filter {
        switch self {
        case .gaussian: .blur(try GaussianBlur(sigma: sigma, edge: edge))
        case .css3box: .boxBlur(try BoxBlur(sigma: sigma, kind: .css3box, edge: edge))
        case .apple3box: .boxBlur(try BoxBlur(sigma: sigma, kind: .apple3box, edge: edge))
        }
    }
}
