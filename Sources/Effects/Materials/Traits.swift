// SPDX-License-Identifier: Apache-2.0

public import Raster

/// What is known about the screen that a result is for, and about who looks at it.
///
/// It is what UIKit calls a trait collection: styles become numbers by it.
public struct Traits: Hashable, Sendable {
    /// The accepted pixels per point.
    public static let scaleRange = 1...3

    /// Whether light or dark variants are taken, where a style has both.
    public var appearance: Appearance

    /// Pixels per point, inside ``scaleRange``.
    public var scale: Int

    /// Whether surfaces are to be opaque instead of blurred.
    public var reducesTransparency: Bool

    /// Whether colors are to stand out more.
    public var increasesContrast: Bool

    /// What stands in place of a material when transparency is reduced; `nil` for what the style
    /// itself becomes.
    public var solid: StraightColor?

    /// Creates traits.
    ///
    /// - Parameters:
    ///   - appearance: Whether light or dark variants are taken.
    ///   - scale: Pixels per point, inside ``scaleRange``.
    ///   - reducesTransparency: Whether surfaces are to be opaque.
    ///   - increasesContrast: Whether colors are to stand out more.
    ///   - solid: What stands in place of a material when transparency is reduced.
    public init(
        appearance: Appearance = .light,
        scale: Int = 1,
        reducesTransparency: Bool = false,
        increasesContrast: Bool = false,
        solid: StraightColor? = nil
    ) {
        precondition(Self.scaleRange.contains(scale), "not a scale of a screen")
        self.appearance = appearance
        self.scale = scale
        self.reducesTransparency = reducesTransparency
        self.increasesContrast = increasesContrast
        self.solid = solid
    }

    /// The traits that a style can follow.
    public enum Trait: String, Hashable, Sendable, CaseIterable {
        /// ``Traits/appearance``.
        case appearance
        /// ``Traits/scale``.
        case scale
        /// ``Traits/reducesTransparency``.
        case reduceTransparency = "reduce-transparency"
        /// ``Traits/increasesContrast``.
        case increaseContrast = "increase-contrast"
    }
}

/// A light or a dark surrounding.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
}
