// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The numbers of a material in one appearance.
///
/// Lengths are in points, colors encoded and straight. The blur is a Gaussian unless ``kernel``
/// says otherwise.
public struct MaterialRecipe: Hashable, Sendable {
    /// Where the blur stands among the steps.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// Curve, saturation and brightness on a small capture, then the blur: what Core Animation
        /// does for the materials since iOS 13.
        case blurLast
        /// The blur, then the rest: the effects before, and the layers of macOS.
        case blurFirst
    }

    /// What blurs.
    public enum Kernel: String, Hashable, Sendable, CaseIterable {
        /// The Gaussian itself.
        case gaussian
        /// Three boxes as ``BoxBlur/Kind/apple3box`` lays them.
        case apple3box
    }

    /// A flat gray that nothing may pass: layers that are blended as *darken* or *lighten*.
    public enum Limit: Hashable, Sendable {
        /// No channel is lighter.
        case darken(Double)
        /// No channel is darker.
        case lighten(Double)
    }

    /// What becomes of the material when transparency is reduced.
    public enum Reduced: Hashable, Sendable {
        /// A solid color that is opaque.
        case solid(StraightColor)
        /// A color over what lies beneath, without a blur; opaque when contrast is increased.
        case tinted(StraightColor)
        /// The mean of what lies beneath, through a curve, saturated and brightened.
        case averaged(curve: LuminanceCurve, saturation: Double, brightness: Double)
    }

    /// What the recipe is called where its numbers come from.
    public var name: String
    /// The standard deviation of the blur, in points.
    public var sigma: Double
    /// Where the blur stands.
    public var order = Order.blurLast
    /// What blurs.
    public var kernel = Kernel.gaussian
    /// What the blur sees beyond the capture.
    public var edge = EdgeMode.normalize
    /// The size of the capture, as a part of the size of what is captured.
    public var backdropScale = 0.25
    /// By how much what is captured is magnified, as a part of its size.
    ///
    /// Which way Core Animation's number of that name goes is not published; that it magnifies is
    /// derived.
    public var zoom = 0.0
    /// The remap of luminance.
    public var curve: LuminanceCurve?
    /// The remap of each channel.
    public var channelCurve: ChannelCurve?
    /// A matrix in place of curve, saturation and brightness.
    public var matrix: ColorMatrix?
    /// The multiplier of saturation.
    public var saturation = 1.0
    /// What is added to red, green and blue.
    public var brightness = 0.0
    /// A flat color over it.
    public var tint: StraightColor?
    /// A flat gray that nothing passes.
    public var limit: Limit?
    /// Whether the tint is opaque when contrast is increased.
    public var followsContrast = false
    /// What becomes of it when transparency is reduced.
    public var reduced: Reduced
    /// What contents on it are drawn in.
    public var inks: InkSets
    /// How well the numbers are known.
    public var provenance = Provenance.confirmed

    /// The side of the squares that a capture at ``backdropScale`` takes means of, in pixels.
    public var captureSide: Int { Int((1 / backdropScale).rounded()) }
}
