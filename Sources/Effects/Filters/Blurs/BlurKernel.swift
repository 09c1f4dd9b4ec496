// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The kernel that a blur uses for a standard deviation: a Gaussian, or three boxes.
public enum BlurKernel: String, Hashable, Sendable, CaseIterable {
    /// A Gaussian, without approximation.
    case gaussian
    /// Three box blurs, the approximation that the CSS specification Filter Effects allows.
    case css3box
    /// Three box blurs, as in Apple's sample code UIImage+ImageEffects.
    case apple3box

    /// Creates the blur filter with this kernel.
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
