// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

/// Panes with a material, and vibrancy on them.
extension SceneTests {
    @Test(arguments: Appearance.allCases)
    func `filters by a material, as the traits say`(appearance: Appearance) throws {
        let pane = Self.pane { $0.effect = .material(.systemThinMaterial) }
        let result = try Self.plan([pane], scale: 2, appearance: appearance)[0][0]
        let traits = Traits(appearance: appearance, scale: 2)
        #expect(result.filters == MaterialStyle.systemThinMaterial.filters(traits))
    }

    @Test func `tints by the material where it takes a color`() throws {
        let tint = StraightColor(red: 1, green: 0, blue: 0)
        let style = MaterialStyle.applyTintEffectWithColor
        let pane = Self.pane {
            $0.effect = .material(style)
            $0.tint = tint
        }
        #expect(try Self.plan([pane])[0][0].filters == style.filters(Traits(), tint: tint))
        #expect(style.filters(Traits(), tint: tint) != style.filters(Traits()))
    }

    @Test(arguments: VibrancyStyle.allCases, [MaterialStyle.systemMaterial, .dark, .extraLight])
    func `draws contents with vibrancy`(style: VibrancyStyle, material: MaterialStyle) throws {
        func ink(alpha: Double) throws -> Ink {
            let pane = Self.pane {
                $0.effect = .material(material)
                $0.layers = [
                    Scene.Layer(.fill, in: .ellipse(.whole), ink: .vibrancy(style), alpha: alpha)
                ]
            }
            return try Self.plan([pane])[0][0].contents[0].ink
        }
        let full = try style.ink(on: material, traits: Traits())
        #expect(try ink(alpha: 1) == full)
        // Half of the ink is the same ink with half of every alpha.
        switch (full, try ink(alpha: 0.5)) {
        case (.color(let one), .color(let half)): #expect(half.alpha == one.alpha / 2)
        case (.vibrant(let one, 1), .vibrant(let half, 0.5)): #expect(half == one)
        case (.dodged(let one, let plus), .dodged(let half, let halfPlus)):
            #expect(half.alpha == one.alpha / 2)
            #expect(halfPlus.alpha == plus.alpha / 2)
        case (.burned(let one, let minus), .burned(let half, let halfMinus)):
            #expect(half.alpha == one.alpha / 2)
            #expect(halfMinus.alpha == minus.alpha / 2)
        case (let one, let half): Issue.record("\(one) became \(half)")
        }
    }

    @Test func `draws labels with vibrancy in their own color`() throws {
        let color = StraightColor(red: 1, green: 0, blue: 0)
        let pane = Self.pane {
            $0.effect = .material(.systemMaterial)
            $0.layers = [Scene.Layer(.fill, in: .ellipse(.whole), ink: .vibrancy(.label, color))]
        }
        #expect(try Self.plan([pane])[0][0].contents[0].ink == .color(color))
    }

    @Test(arguments: [.none, .filters([.color(.saturate(2))])] as [Scene.Layer.Effect])
    func `refuses vibrancy without a material`(effect: Scene.Layer.Effect) {
        let pane = Self.pane {
            $0.effect = effect
            $0.layers = [
                .init(.picture(.init(picture: Self.picture))),
                Scene.Layer(.fill, in: .ellipse(.whole), ink: .vibrancy(.fill)),
            ]
        }
        #expect(throws: SceneError(.vibrancyWithoutMaterial, at: .layer(0, 1))) {
            try Self.plan([pane])
        }
    }
}
