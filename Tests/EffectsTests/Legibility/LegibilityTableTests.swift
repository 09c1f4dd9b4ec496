// SPDX-License-Identifier: Apache-2.0

import Effects
import Testing

@Suite struct LegibilityTableTests {
    private typealias Row = LegibilityTable.Row

    /// A table whose contrasts a function makes.
    private func table(
        text: VibrancyStyle = .secondaryLabel,
        target: Double = 4.5,
        appearance: Appearance = .light,
        contrast: (MaterialStyle?, Appearance, VibrancyStyle) -> Double
    ) -> LegibilityTable {
        let goal = LegibilityGoal(
            text: text,
            measure: .wcag,
            target: target,
            traits: Traits(appearance: appearance)
        )
        let materials: [MaterialStyle?] = LegibilityGoal.materials + [nil]
        var rows: [Row] = []
        for material in materials {
            for appearance in Appearance.allCases {
                for text in LegibilityGoal.texts {
                    let contrast = contrast(material, appearance, text)
                    rows.append(
                        Row(
                            material: material,
                            appearance: appearance,
                            text: text,
                            contrast: contrast,
                            mean: contrast
                        )
                    )
                }
            }
        }
        return LegibilityTable(goal: goal, rows: rows)
    }

    @Test(arguments: LegibilityGoal.materials)
    func `takes the thinnest material that is enough`(thinnest: MaterialStyle) throws {
        let order = LegibilityGoal.materials
        let needed = try #require(order.firstIndex(of: thinnest))
        let choice = table { material, _, _ in
            guard let index = material.flatMap(order.firstIndex) else { return 21 }
            return index >= needed ? 4.5 : 4.49
        }.choice
        #expect(choice.row.material == thinnest)
        #expect(choice.row.text == .secondaryLabel)
        #expect(choice.row.appearance == .light)
        #expect(choice.reason == .thinnest)
    }

    @Test func `strengthens the text before it switches the appearance`() {
        let choice = table(text: .tertiaryLabel) { material, appearance, text in
            appearance == .dark || text == .secondaryLabel && material == .systemThickMaterial
                ? 5 : 1
        }.choice
        #expect(choice.row.text == .secondaryLabel)
        #expect(choice.row.material == .systemThickMaterial)
        #expect(choice.row.appearance == .light)
        #expect(choice.reason == .strongerText)
    }

    @Test func `never weakens the text`() {
        let choice = table(text: .secondaryLabel) { _, _, text in
            text == .tertiaryLabel ? 21 : 2
        }.choice
        #expect(choice.reason == .outOfReach)
    }

    @Test func `switches the appearance before it goes opaque`() {
        let choice = table { material, appearance, text in
            material == nil ? 21 : appearance == .dark && text == .label ? 7 : 1
        }.choice
        #expect(choice.row.appearance == .dark)
        #expect(choice.row.material == .systemUltraThinMaterial)
        #expect(choice.reason == .otherAppearance)
    }

    @Test func `goes opaque when no material is enough, with the text that is asked for if it can`()
    {
        let choice = table { material, _, text in
            material == nil ? (text == .secondaryLabel ? 5 : 18) : 1
        }.choice
        #expect(choice.row.material == nil)
        #expect(choice.row.text == .secondaryLabel)
        #expect(choice.row.appearance == .light)
        #expect(choice.reason == .opaque)
    }

    @Test func `says so when the target is out of reach, and comes as close as it can`() {
        let choice = table(target: 21) { material, appearance, text in
            material == nil && appearance == .dark && text == .label ? 20 : 3
        }.choice
        #expect(choice.row.contrast == 20)
        #expect(choice.reason == .outOfReach)
    }
}
