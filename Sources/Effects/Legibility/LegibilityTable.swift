// SPDX-License-Identifier: Apache-2.0

/// How legible each text is on each material over one backdrop.
public struct LegibilityTable: Hashable, Sendable {
    /// One combination.
    public struct Row: Hashable, Sendable {
        /// The material; `nil` for the opaque surface that stands in for it.
        public let material: MaterialStyle?
        /// Its appearance.
        public let appearance: Appearance
        /// The style of the text.
        public let text: VibrancyStyle
        /// The contrast that all but the worst places reach; see ``LegibilityGoal/worstPart``.
        public let contrast: Double
        /// The mean contrast.
        public let mean: Double

        /// Creates a row.
        public init(
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

    /// What was taken in the end.
    public struct Choice: Hashable, Sendable {
        /// The combination.
        public let row: Row
        /// Why it is this one.
        public let reason: Reason
    }

    /// Why a combination was taken.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It is the thinnest material on which the text that is asked for is legible.
        case thinnest
        /// No material was thick enough for the text that is asked for, so a stronger one is taken.
        case strongerText = "stronger-text"
        /// No text was legible in the appearance that is asked for, so the other one is taken.
        case otherAppearance = "other-appearance"
        /// No material was enough, so an opaque surface is taken.
        case opaque
        /// Nothing reaches the target; this comes closest.
        case outOfReach = "out-of-reach"
    }

    /// What is asked for.
    public let goal: LegibilityGoal

    /// All combinations.
    public let rows: [Row]

    /// Creates a table.
    public init(goal: LegibilityGoal, rows: [Row]) {
        self.goal = goal
        self.rows = rows
    }

    /// What is taken: the thinnest material for the text and the appearance that are asked for; else
    /// a stronger text; else the other appearance; else an opaque surface.
    public var choice: Choice {
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
