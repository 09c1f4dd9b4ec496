// SPDX-License-Identifier: Apache-2.0

/// The contrasts of all texts on all materials over one backdrop.
package struct LegibilityTable: Hashable, Sendable {
    /// The contrast of one text on one material in one appearance.
    package struct Row: Hashable, Sendable {
        /// The material; `nil` for the opaque surface that replaces a material.
        package let material: MaterialStyle?
        /// The appearance of the material: light or dark.
        package let appearance: Appearance
        /// The style of the text.
        package let text: VibrancyStyle
        /// The contrast reached everywhere except in the ``LegibilityGoal/worstPart`` of the box.
        package let contrast: Double
        /// The mean contrast.
        package let mean: Double

        /// Creates a row.
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

    /// The chosen combination.
    package struct Choice: Hashable, Sendable {
        /// The combination.
        package let row: Row
        /// The reason for choosing it.
        package let reason: Reason
    }

    /// A reason for choosing a combination.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The thinnest material on which the requested text is legible.
        case thinnest
        /// A stronger text, because the requested text is illegible on every material.
        case strongerText = "stronger-text"
        /// The other appearance, because no text is legible in the requested one.
        case otherAppearance = "other-appearance"
        /// An opaque surface, because no material is enough.
        case opaque
        /// The combination with the highest contrast, because none reaches the target.
        case outOfReach = "out-of-reach"
    }

    /// The requested text, measure, target and traits.
    package let goal: LegibilityGoal

    /// All combinations.
    package let rows: [Row]

    /// Creates a table.
    package init(goal: LegibilityGoal, rows: [Row]) {
        self.goal = goal
        self.rows = rows
    }

    /// The chosen combination.
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
