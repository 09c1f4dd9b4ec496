// SPDX-License-Identifier: Apache-2.0

public import Raster

/// What a Gaussian blur does to the extent of a picture, and what it needs to do so.
///
/// Samples are averaged premultiplied and in the transfer function of the picture. The reference
/// is the Gaussian sampled at whole pixels and scaled to a sum of one, along rows and columns:
/// for sigma below about 0.3 that tends to the identity, and sigma 0 is the identity bit for bit.
public struct BlurGeometry: Hashable, Sendable {
    /// The accepted standard deviations, in pixels.
    public static let sigmaRange: ClosedRange<Float> = 0...1000

    /// The extent of the picture that goes in; at least 1 × 1.
    public let size: PixelSize

    /// The standard deviation in pixels.
    public let sigma: Float

    /// What lies beyond the extent.
    public let edge: EdgeMode

    /// Creates a geometry.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture that goes in; at least 1 × 1.
    ///   - sigma: The standard deviation in pixels, inside ``sigmaRange``; anything else traps.
    ///   - edge: What lies beyond the extent.
    public init(size: PixelSize, sigma: Float, edge: EdgeMode) {
        precondition(size.width > 0 && size.height > 0, "an empty picture")
        precondition(Self.sigmaRange.contains(sigma), "not a standard deviation")
        self.size = size
        self.sigma = sigma
        self.edge = edge
    }

    /// The pixels by which each side grows: 3 sigma, rounded up, for ``EdgeMode/expand``; else 0.
    public var margin: Int { edge == .expand ? Int((3 * sigma).rounded(.up)) : 0 }

    /// The extent of the picture that comes out.
    public var outputSize: PixelSize {
        PixelSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    }
}
