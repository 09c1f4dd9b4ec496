// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The reason why an image, text or shape cannot be drawn with vibrancy.
package enum VibrancyRefusal: Error, Hashable, Sendable {
    /// The pane has no material to draw on.
    case noMaterial
}

extension VibrancyStyle {
    /// The ink with which the style is drawn on a material.
    ///
    /// - Parameters:
    ///   - material: The material beneath the content.
    ///   - traits: The screen traits.
    ///   - tint: The color of the content. ``label`` is drawn in it; the other styles use its alpha
    ///     only, also when contrast is increased.
    /// - Returns: An ink for contents without colors of their own.
    /// - Throws: The reason why there is none.
    package func ink(
        on material: MaterialStyle?,
        traits: Traits,
        tint: StraightColor? = nil
    ) throws(VibrancyRefusal) -> Ink {
        guard let material else { throw .noMaterial }
        if keepsColor, let tint { return .color(tint) }
        let appearance = material.appearance(in: traits.appearance)
        let strength = tint?.alpha ?? 1
        if traits.increasesContrast {
            let color = semanticColor.color(appearance, increasesContrast: true)
            return .color(color.faded(strength))
        }
        switch material.recipe(appearance).inks {
        case .platform(let fill, let stroke):
            return ink(fill, stroke, strength)
        case .legacy(let ink):
            return ink.ink(strength: strength * legacyStrength(appearance))
        case .television(let fill):
            guard case .stroke(let slot) = slot else {
                return ink(fill, .platformStrokeLight, strength)
            }
            return .color(StraightColor(white: 0, alpha: slot.televisionAlpha).faded(strength))
        }
    }

    private func ink(_ fill: FillSet, _ stroke: StrokeSet, _ strength: Double) -> Ink {
        switch slot {
        case .fill(let slot): .vibrant(fill.matrix(slot), alpha: strength)
        case .stroke(let slot):
            stroke.matrix(slot).map { .vibrant($0, alpha: strength) }
                ?? .color(stroke.primary.faded(strength))
        }
    }

    /// The strength of the only vibrancy of the blur styles before iOS 13: the alpha of the
    /// semantic color with the same name as this style.
    private func legacyStrength(_ appearance: Appearance) -> Double {
        semanticColor.color(appearance).alpha
    }
}

extension LegacyInk {
    /// Creates the ink in a strength: color dodge on dark styles, color burn on light ones.
    ///
    /// Dodge and addition on dark materials are the system's values for lines. On light
    /// materials, the burn mirrors the dodge, and the darkening color is the system's fallback in
    /// low quality.
    ///
    /// - Parameter strength: A factor of the alphas, 0 to 1.
    /// - Returns: A dodge or a burn.
    func ink(strength: Double) -> Ink {
        switch self {
        case .extraLight: Self.burned(0.45 * strength, strength)
        case .light: Self.burned(0.6 * strength, strength)
        case .dark:
            .dodged(
                StraightColor(white: 0.45, alpha: strength),
                plus: StraightColor(white: 1, alpha: 0.38 * strength)
            )
        }
    }

    private static func burned(_ alpha: Double, _ strength: Double) -> Ink {
        .burned(
            StraightColor(white: 0.55, alpha: strength),
            minus: StraightColor(Color(red: 0x09, green: 0x14, blue: 0x1f), alpha: alpha)
        )
    }
}

extension VibrancySlot.Stroke {
    /// The alpha of black with which tvOS draws text of this rank on its light material.
    ///
    /// Adding black as *plus-darker* to an opaque color is the same as black over it.
    fileprivate var televisionAlpha: Double {
        switch self {
        case .primary: 1
        case .secondary: 0.6
        case .tertiary: 0.4
        case .quaternary: 0.2
        }
    }
}

extension StraightColor {
    /// Multiplies the alpha by a factor.
    fileprivate func faded(_ factor: Double) -> StraightColor {
        StraightColor(red: red, green: green, blue: blue, alpha: alpha * factor)
    }
}
