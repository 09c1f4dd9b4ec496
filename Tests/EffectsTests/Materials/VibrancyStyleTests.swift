// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct VibrancyStyleTests {
    @Test func `is refused without a material`() {
        #expect(throws: VibrancyRefusal.noMaterial) {
            try VibrancyStyle.label.ink(on: nil, traits: Traits())
        }
    }

    @Test(arguments: MaterialStyle.allCases)
    func `has inks on every material, no label like another`(material: MaterialStyle) throws {
        for appearance in Appearance.allCases {
            let traits = Traits(appearance: appearance)
            let inks = try VibrancyStyle.allCases.map { try $0.ink(on: material, traits: traits) }
            #expect(Set(inks[..<4]).count == 4)
            #expect(Set(inks[4..<7]).count == 3)
        }
    }

    @Test func `draws labels in black and white`() throws {
        for (appearance, white) in [(Appearance.light, 0.0), (.dark, 1.0)] {
            let traits = Traits(appearance: appearance)
            #expect(
                try VibrancyStyle.label.ink(on: .systemThinMaterial, traits: traits)
                    == .color(StraightColor(white: white, alpha: 0.96))
            )
        }
    }

    @Test func `lets color through labels, and of other styles only its alpha`() throws {
        let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        let material = MaterialStyle.systemMaterialDark
        #expect(
            try VibrancyStyle.label.ink(on: material, traits: Traits(), tint: red) == .color(red)
        )
        #expect(
            try VibrancyStyle.secondaryLabel.ink(on: material, traits: Traits(), tint: red)
                == .vibrant(
                    try #require(StrokeSet.platformStrokeDark.matrix(.secondary)),
                    alpha: 0.5
                )
        )
    }

    @Test func `takes the sets of the material`() throws {
        let fill = VibrancyStyle.fill
        let second = VibrancyStyle.secondaryLabel
        let light = Traits(appearance: .light)
        #expect(
            try fill.ink(on: .systemChromeMaterial, traits: light)
                == .vibrant(FillSet.platformChromeFillLight.matrix(.primary), alpha: 1)
        )
        #expect(
            try fill.ink(on: .systemMaterial, traits: light)
                == .vibrant(FillSet.platformFillLight.matrix(.primary), alpha: 1)
        )
        #expect(
            try second.ink(on: .systemThinMaterial, traits: light)
                == .vibrant(
                    try #require(StrokeSet.platformStrokeThinLight.matrix(.secondary)),
                    alpha: 1
                )
        )
    }

    @Test func `follows a material that is always dark`() throws {
        #expect(
            try VibrancyStyle.separator.ink(on: .systemMaterialDark, traits: Traits())
                == .vibrant(FillSet.platformFillDark.matrix(.separator), alpha: 1)
        )
    }

    @Test func `dodges over dark and burns over light in the styles before iOS 13`() throws {
        #expect(
            try VibrancyStyle.label.ink(on: .dark, traits: Traits())
                == .dodged(StraightColor(white: 0.45), plus: StraightColor(white: 1, alpha: 0.38))
        )
        let navy = StraightColor(Color(red: 9, green: 20, blue: 31), alpha: 0.45)
        #expect(
            try VibrancyStyle.label.ink(on: .extraLight, traits: Traits())
                == .burned(StraightColor(white: 0.55), minus: navy)
        )
    }

    @Test func `draws stronger and without vibrancy when contrast is increased`() throws {
        let traits = Traits(appearance: .dark, increasesContrast: true)
        #expect(
            try VibrancyStyle.tertiaryLabel.ink(on: .systemMaterial, traits: traits)
                == .color(StraightColor(Color(red: 0xeb, green: 0xeb, blue: 0xf5), alpha: 0.38))
        )
    }

    @Test func `draws in black on the material of tvOS`() throws {
        let alphas = try [
            VibrancyStyle.label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel,
        ].map { style in
            let ink = try style.ink(on: .tvMaterialLight, traits: Traits())
            guard case .color(let color) = ink, color.red == 0 else { return -1.0 }
            return color.alpha
        }
        #expect(alphas == [1, 0.6, 0.4, 0.2])
    }
}

@Suite struct SemanticColorTests {
    @Test(arguments: SemanticColor.allCases)
    func `stands out more when contrast is increased`(color: SemanticColor) {
        for appearance in Appearance.allCases {
            let normal = color.color(appearance)
            let strong = color.color(appearance, increasesContrast: true)
            #expect(color == .label ? strong.alpha == 1 : strong.alpha > normal.alpha + 0.05)
            #expect(
                (strong.red, strong.green, strong.blue) == (normal.red, normal.green, normal.blue)
            )
        }
    }

    @Test func `has the colors of UIKit`() {
        #expect(
            SemanticColor.separator.color(.dark)
                == StraightColor(Color(red: 0x54, green: 0x54, blue: 0x58), alpha: 0.6)
        )
        #expect(
            SemanticColor.quaternarySystemFill.color(.light)
                == StraightColor(Color(red: 0x74, green: 0x74, blue: 0x80), alpha: 0.08)
        )
    }
}
