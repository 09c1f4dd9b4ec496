// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct MaterialStyleTests {
    private func text(_ style: MaterialStyle, _ traits: Traits = Traits()) -> String {
        Plan(filters: style.filters(traits)).description
    }

    @Test func `captures, remaps, saturates, brightens and then blurs`() {
        #expect(
            text(.systemThinMaterial, Traits(appearance: .light)) == """
                capture(side 4 filters [luminance-curve(amount 0.6 values [0.725 0.825 0.76 0.73]) \
                saturate(amount 1.35) brightness-offset(offset 0.12)]) \
                blur(sigma 29.958303 edge normalize)
                """
        )
    }

    @Test func `magnifies what is captured before anything else`() {
        #expect(
            text(.modulesBackground) == """
                magnify(factor 1.04) \
                capture(side 4 filters [luminance-curve(amount 0.4 values [0.38 0 1 0.76]) \
                saturate(amount 1.6)]) blur(sigma 24.94995 edge normalize)
                """
        )
        #expect(
            text(.previewBackground, Traits(scale: 3)) == """
                magnify(factor 1.024) blur(sigma 33.6 edge normalize) tint(color [0 0 0 0.088])
                """
        )
        #expect(text(.modulesBackgroundSheer).hasPrefix("magnify(factor 1.01) capture("))
        let magnifying = MaterialStyle.allCases.filter { text($0).contains("magnify") }
        #expect(magnifying == [.modulesBackground, .modulesBackgroundSheer, .previewBackground])
    }

    @Test func `remaps channels where the recipe has a curve for them`() {
        #expect(
            text(.ambientCompact) == """
                capture(side 4 filters [curve(values [0 0.7 0.88 0.88])]) \
                blur(sigma 39.96874 edge normalize)
                """
        )
    }

    @Test func `blurs, saturates and tints in the styles before iOS 13`() {
        #expect(
            text(.dark)
                == "blur(sigma 20 edge normalize) saturate(amount 1.8) tint(color [0.11 0.11 0.11 0.73])"
        )
    }

    @Test func `lays the boxes of the sample code, with edges that are extended`() {
        #expect(
            text(.applyExtraLightEffect, Traits(scale: 2)) == """
                blur(sigma 40 edge clamp kernel apple3box) saturate(amount 1.8) \
                tint(color [0.97 0.97 0.97 0.82])
                """
        )
    }

    @Test(arguments: [0.5, 1, 2, 3, 4])
    func `keeps the variance of the blur that the recipe asks for`(scale: Double) throws {
        for style in MaterialStyle.allCases {
            for appearance in Appearance.allCases {
                let traits = Traits(appearance: appearance, scale: scale)
                let wanted = style.recipe(appearance).sigma * scale
                #expect(abs(sigma(style.filters(traits)) - wanted) < 1e-4, "\(style)")
            }
        }
    }

    /// The standard deviation of blurs and captures together.
    private func sigma(_ filters: [Filter]) -> Double {
        var variance = 0.0
        for filter in filters {
            switch filter {
            case .blur(let blur): variance += Double(blur.sigma * blur.sigma)
            case .boxBlur(let blur): variance += Double(blur.sigma * blur.sigma)
            case .captured(let capture):
                variance += Double(capture.side * capture.side - 1) / 6
            default: break
            }
        }
        return variance.squareRoot()
    }

    @Test func `has a row of its own for each style`() {
        #expect(Set(MaterialStyle.allCases.map(\.row)).count == MaterialStyle.allCases.count)
        #expect(MaterialStyle.allCases.allSatisfy { $0.row.sentence.hasSuffix(".") })
        #expect(MaterialStyle.allCases.filter(\.takesTint) == [.applyTintEffectWithColor])
    }

    @Test(arguments: MaterialStyle.allCases)
    func `keeps inside of a picture what it may see`(style: MaterialStyle) {
        for filter in style.filters(Traits()) {
            if case .blur(let blur) = filter { #expect(blur.edge == .normalize) }
            if case .boxBlur(let blur) = filter { #expect(blur.edge == .clamp) }
        }
    }

    @Test func `lets popovers be no lighter and no darker than their limits`() {
        for (appearance, white, limit) in [
            (Appearance.light, 1.0, 241.0 / 255), (.dark, 0.0, 28.0 / 255),
        ] {
            var color = FlatColor(white: white)
            color.apply(MaterialStyle.macPopover.filters(Traits(appearance: appearance)))
            #expect(abs(color.red - limit) < 1e-12)
        }
    }

    @Test func `leaves what lies inside the limits of popovers as it is`() {
        var color = FlatColor(white: 0.5)
        color.apply(MaterialStyle.macPopover.filters(Traits(appearance: .light)))
        #expect(abs(color.red - (0.5 * 0.4 + 246.0 / 255 * 0.6)) < 1e-12)
    }

    @Test func `takes the color of the caller with the alpha of the style`() {
        let red = StraightColor(red: 1, green: 0, blue: 0, alpha: 0.25)
        let filters = MaterialStyle.applyTintEffectWithColor.filters(Traits(), tint: red)
        #expect(filters.last == .tint(StraightColor(red: 1, green: 0, blue: 0, alpha: 0.6)))
    }

    @Test(arguments: MaterialStyle.allCases.filter { !$0.takesTint })
    func `takes no color of the caller otherwise`(style: MaterialStyle) {
        let red = StraightColor(red: 1, green: 0, blue: 0)
        #expect(style.filters(Traits(), tint: red) == style.filters(Traits()))
    }

    @Test func `numbers the styles as UIKit does`() {
        let numbered = MaterialStyle.allCases.compactMap { style in
            style.row.rawValue.map { ($0, style) }
        }
        let styles = numbered.sorted { $0.0 < $1.0 }.map(\.1)
        #expect(numbered.map(\.0).sorted() == Array(0...20))
        #expect(
            styles[4...8] == [
                .regular, .prominent, .systemUltraThinMaterial, .systemThinMaterial,
                .systemMaterial,
            ]
        )
        #expect(styles[13] == .systemMaterialLight)
        #expect(styles[18] == .systemMaterialDark)
    }
}
