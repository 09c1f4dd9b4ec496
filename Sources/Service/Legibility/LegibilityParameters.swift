// SPDX-License-Identifier: Apache-2.0

public import Effects
import Raster

/// The parameters that go with `material=auto`: what is to be read on the material.
public struct LegibilityParameters: Hashable, Sendable {
    /// The style of the text.
    public private(set) var text = VibrancyStyle.label
    /// How contrast is measured.
    public private(set) var measure = ContrastMeasure.wcag
    /// The contrast to reach; `nil` for what the measure asks of usual text.
    public private(set) var target: Double?
    /// Where the text stands; `nil` for all of the material.
    public private(set) var box: Scene.Frame?

    /// Creates parameters for a label of usual size, anywhere.
    public init() {}

    /// Reads a value.
    mutating func set(
        _ name: RenderParameter.Name,
        to value: String
    ) throws(ParameterError) {
        switch name {
        case .text: text = try ParameterValue.word(value, for: name)
        case .contrast: target = try ParameterValue.openNumber(value, for: name)
        case .measure: measure = try ParameterValue.word(value, for: name)
        default:
            box = value == RenderParameter.absent ? nil : try RegionParameters.frame(value, name)
        }
    }

    /// Refuses a contrast that the measure does not know.
    func refuseConflicts() throws(ParameterError) {
        guard let target, !measure.targetRange.contains(target) else { return }
        throw .outOfRange(.contrast, value: String(target))
    }

    /// What is asked for on a screen.
    func goal(_ traits: Traits) -> LegibilityGoal {
        LegibilityGoal(
            text: text,
            measure: measure,
            target: target ?? measure.usualTarget,
            traits: traits
        )
    }
}
