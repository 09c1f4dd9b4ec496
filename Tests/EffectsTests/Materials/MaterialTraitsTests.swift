// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

/// What becomes of materials for those who reduce transparency or increase contrast.
@Suite struct MaterialTraitsTests {
    private static let solid = StraightColor(red: 0.2, green: 0.4, blue: 0.6)

    private static let traits: [Traits] = Appearance.allCases.flatMap { appearance in
        [0.5, 1, 2.625, 4].flatMap { scale in
            [false, true].flatMap { reduces in
                [false, true].flatMap { increases in
                    [nil, solid].map { solid in
                        Traits(
                            appearance: appearance,
                            scale: scale,
                            reducesTransparency: reduces,
                            increasesContrast: increases,
                            solid: solid
                        )
                    }
                }
            }
        }
    }

    @Test(arguments: MaterialStyle.allCases)
    func `changes by no trait that is not said to be followed`(style: MaterialStyle) {
        for one in Self.traits {
            let followed = style.followed(given: one)
            for other in Self.traits where other.solid == one.solid {
                if followed.contains(.appearance), one.appearance != other.appearance { continue }
                if followed.contains(.scale), one.scale != other.scale { continue }
                if followed.contains(.reduceTransparency),
                    one.reducesTransparency != other.reducesTransparency
                {
                    continue
                }
                if followed.contains(.increaseContrast),
                    one.increasesContrast != other.increasesContrast
                {
                    continue
                }
                #expect(style.filters(one) == style.filters(other))
            }
        }
    }

    @Test(arguments: MaterialStyle.allCases)
    func `changes by every trait that is said to be followed`(style: MaterialStyle) {
        for one in Self.traits {
            for trait in style.followed(given: one) {
                // Opaque already.
                if trait == .reduceTransparency && one.increasesContrast { continue }
                var other = one
                switch trait {
                case .appearance: other.appearance = one.appearance == .light ? .dark : .light
                case .scale: other.scale = one.scale == 1 ? 2.625 : 1
                case .reduceTransparency: other.reducesTransparency.toggle()
                case .increaseContrast: other.increasesContrast.toggle()
                case .width, .viewportWidth: other.clientWidth = 9
                }
                #expect(style.filters(one) != style.filters(other), "\(trait)")
            }
        }
    }

    @Test(arguments: MaterialStyle.allCases)
    func `blurs nothing when transparency is reduced`(style: MaterialStyle) {
        for appearance in Appearance.allCases {
            let traits = Traits(appearance: appearance, reducesTransparency: true)
            let hasBlur = style.filters(traits).contains { filter in
                switch filter {
                case .tint, .averageColor, .luminanceCurve, .color: false
                default: true
                }
            }
            #expect(!hasBlur)
        }
    }

    @Test(arguments: MaterialStyle.allCases)
    func `puts the color of the caller in place of the material`(style: MaterialStyle) {
        let traits = Traits(reducesTransparency: true, solid: Self.solid)
        #expect(style.filters(traits) == [.tint(Self.solid)])
        #expect(style.filters(Traits(solid: Self.solid)) == style.filters(Traits()))
    }

    @Test func `puts what white and black become in place of materials for content`() {
        for style in [MaterialStyle.systemUltraThinMaterial, .systemMaterial, .dockDark] {
            for appearance in style.appearances {
                let traits = Traits(appearance: appearance, reducesTransparency: true)
                let gray = appearance == .light ? 245.0 / 255 : 31.0 / 255
                #expect(style.filters(traits) == [.tint(StraightColor(white: gray))])
            }
        }
    }

    @Test func `gives bars the mean of what lies beneath`() {
        let light = Traits(appearance: .light, reducesTransparency: true)
        #expect(
            Plan(filters: MaterialStyle.systemChromeMaterial.filters(light)).description == """
                average-color() luminance-curve(amount 0.75 values [0.95 0.9 1.1 0.825]) \
                saturate(amount 0.8) brightness-offset(offset 0.1)
                """
        )
        let dark = Traits(appearance: .dark, reducesTransparency: true)
        #expect(
            Plan(filters: MaterialStyle.systemChromeMaterial.filters(dark)).description == """
                average-color() luminance-curve(amount 0.85 values [0.225 0.31 0.25 0.2]) \
                brightness-offset(offset -0.1)
                """
        )
    }

    @Test func `puts the colors of the system in place of the styles before iOS 13`() {
        var traits = Traits(reducesTransparency: true)
        #expect(
            MaterialStyle.extraLight.filters(traits)
                == [.tint(StraightColor(white: 0.97, alpha: 0.96))]
        )
        #expect(
            MaterialStyle.ultraDark.filters(traits)
                == [.tint(StraightColor(white: 0.02, alpha: 0.85))]
        )
        traits.increasesContrast = true
        #expect(MaterialStyle.extraLight.filters(traits) == [.tint(StraightColor(white: 0.97))])
        #expect(MaterialStyle.ultraDark.filters(traits) == [.tint(StraightColor(white: 0.02))])
    }

    @Test func `makes tints opaque when contrast is increased`() {
        let traits = Traits(increasesContrast: true)
        #expect(MaterialStyle.dark.filters(traits) == [.tint(StraightColor(white: 0.11))])
        #expect(MaterialStyle.light.filters(traits) == [.tint(StraightColor(white: 1))])
    }

    @Test func `says what styles follow`() {
        #expect(
            MaterialStyle.systemMaterial.follows == [.appearance, .scale, .reduceTransparency]
        )
        #expect(MaterialStyle.systemMaterialDark.follows == [.scale, .reduceTransparency])
        #expect(MaterialStyle.prominent.follows == Traits.Trait.ofStyles)
        #expect(
            MaterialStyle.dark.follows == [.scale, .reduceTransparency, .increaseContrast]
        )
    }
}
