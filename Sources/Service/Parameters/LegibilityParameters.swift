// SPDX-License-Identifier: Apache-2.0

package import Effects
import Raster

/// The parameters of `material=auto`: the text that must be legible on the material.
package struct LegibilityParameters: Hashable, Sendable {
    /// The style of the text.
    package internal(set) var text = VibrancyStyle.label
    /// The measure of contrast: that of WCAG or of APCA.
    package internal(set) var measure = ContrastMeasure.wcag
    /// The contrast to reach; `nil` for ``ContrastMeasure/usualTarget``.
    package internal(set) var target: Double?
    /// The bounds of the text; `nil` for the whole area of the material.
    package internal(set) var box: Scene.Frame?

    /// Creates the default parameters: a label with the usual contrast, anywhere on the material.
    package init() {}

    /// Makes the goal of an analysis from the parameters and the traits of a screen.
    func goal(_ traits: Traits) -> LegibilityGoal {
        LegibilityGoal(
            text: text,
            measure: measure,
            target: target ?? measure.usualTarget,
            traits: traits
        )
    }
}
