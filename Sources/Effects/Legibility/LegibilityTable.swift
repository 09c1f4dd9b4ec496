// SPDX-License-Identifier: Apache-2.0

/// The contrasts of all text styles on all materials over one backdrop.
package struct LegibilityTable: Hashable, Sendable {
    /// The measured contrast of one text style on one material in one appearance.
    package struct Row: Hashable, Sendable {
        /// The material; `nil` for the opaque surface that replaces a material.
        package let material: MaterialStyle?
        /// The material appearance: light or dark.
        package let appearance: Appearance
        /// The style of the text.
        package let text: VibrancyStyle
        /// The contrast that is reached in the text's box, except in a fraction of
        /// ``LegibilityGoal/worstPart``.
        package let contrast: Double
        /// The mean contrast in the text's box.
        package let mean: Double

        /// Creates the measured contrast of a text style on a material.
        package init(
            material: MaterialStyle?,
            appearance: Appearance,
            text: VibrancyStyle,
            contrast: Double,
            mean: Double
        ) {
            self.material = material
            self.appearance = appearance
            self.text = text
            self.contrast = contrast
            self.mean = mean
        }
    }

    /// The combination of material, appearance and text style to use, and the reason.
    package struct Choice: Hashable, Sendable {
        /// The chosen material, appearance and text style, with their contrast.
        package let row: Row
        /// The reason for the choice.
        package let reason: Reason
    }

    /// The reason for choosing a material, an appearance and a text style.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Chosen as the thinnest material on which the requested text is legible.
        case thinnest
        /// Chosen with a stronger text style: the requested one is illegible on every material.
        case strongerText = "stronger-text"
        /// Chosen in the other appearance: no text is legible in the requested one.
        case otherAppearance = "other-appearance"
        /// Chosen as an opaque surface: no text is legible on a material.
        case opaque
        /// Chosen for the highest contrast: no combination reaches the target.
        case outOfReach = "out-of-reach"
    }

    /// The requested text style, measure, target and traits.
    package let goal: LegibilityGoal

    /// The measured contrasts of all combinations of material, appearance and text style.
    package let rows: [Row]

    /// Creates a table from measured contrasts.
    package init(goal: LegibilityGoal, rows: [Row]) {
        self.goal = goal
        self.rows = rows
    }

    /// Chooses the combination of material, appearance and text style to use.
    ///
    /// In this order: the thinnest material for the requested text and appearance; a stronger text;
    /// the other appearance; an opaque surface.
    package var choice: Choice {
        for appearance in goal.appearances {
            for text in goal.admissibleTexts {
                guard let row = thinnest(appearance, text) else { continue }
                let isOther = appearance != goal.traits.appearance
                let isStronger = text != goal.text
                return Choice(
                    row: row,
                    reason: isOther ? .otherAppearance : isStronger ? .strongerText : .thinnest
                )
            }
        }
        let opaque = rows.filter { $0.material == nil && goal.admissibleTexts.contains($0.text) }
        for appearance in goal.appearances {
            for text in goal.admissibleTexts {
                let row = opaque.first { $0.appearance == appearance && $0.text == text }
                if let row, row.contrast >= goal.target { return Choice(row: row, reason: .opaque) }
            }
        }
        guard let best = rows.max(by: { $0.contrast < $1.contrast }) else {
            preconditionFailure("a table without rows")
        }
        return Choice(row: best, reason: .outOfReach)
    }

    private func thinnest(_ appearance: Appearance, _ text: VibrancyStyle) -> Row? {
        for material in LegibilityGoal.materials {
            let row = rows.first {
                $0.material == material && $0.appearance == appearance && $0.text == text
            }
            if let row, row.contrast >= goal.target { return row }
        }
        return nil
    }
}
