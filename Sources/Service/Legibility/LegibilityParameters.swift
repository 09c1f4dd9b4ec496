// SPDX-License-Identifier: Apache-2.0

package import Effects
import Raster

/// The parameters of `material=auto`: the text that must be legible on the material.
package struct LegibilityParameters: Hashable, Sendable {
    /// The style of the text.
    package internal(set) var text = VibrancyStyle.label
    /// The measure of contrast.
    package internal(set) var measure = ContrastMeasure.wcag
    /// The contrast to reach; `nil` for ``ContrastMeasure/usualTarget``.
    package internal(set) var target: Double?
    /// The box of the text; `nil` for the whole area of the material.
    package internal(set) var box: Scene.Frame?

    /// Creates the defaults: a label of usual size, anywhere on the material.
    package init() {}

    /// Refuses a contrast outside of the range of the measure.
    func refuseConflicts() throws(ParameterError) {
        guard let target, !measure.targetRange.contains(target) else { return }
        throw .outOfRange(.contrast, value: String(target))
    }

    /// The goal of an analysis for a screen.
    func goal(_ traits: Traits) -> LegibilityGoal {
        LegibilityGoal(
            text: text,
            measure: measure,
            target: target ?? measure.usualTarget,
            traits: traits
        )
    }
}
