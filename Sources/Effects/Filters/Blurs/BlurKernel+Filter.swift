// SPDX-License-Identifier: Apache-2.0

package import Raster

extension BlurKernel {
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
