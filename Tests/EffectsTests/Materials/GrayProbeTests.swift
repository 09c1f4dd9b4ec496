// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

/// What grays of 0, ¼, ½, ¾ and 1 become, worked out by hand from the recipes.
struct GrayProbe: CustomTestStringConvertible {
    static let grays = [0, 0.25, 0.5, 0.75, 1]

    let style: MaterialStyle
    let appearance: Appearance
    let results: [Double]

    init(_ style: MaterialStyle, _ appearance: Appearance, _ results: [Double]) {
        self.style = style
        self.appearance = appearance
        self.results = results
    }

    var testDescription: String { "\(style), \(appearance)" }

    static let all = [
        GrayProbe(.systemUltraThinMaterial, .light, [0.345, 0.507, 0.6656, 0.8177, 0.96]),
        GrayProbe(.systemUltraThinMaterial, .dark, [0.12, 0.2504, 0.3906, 0.5393, 0.695]),
        GrayProbe(.systemThinMaterial, .light, [0.555, 0.6833, 0.7858, 0.8736, 0.958]),
        GrayProbe(.systemThinMaterial, .dark, [0.12, 0.2136, 0.296, 0.3829, 0.49]),
        GrayProbe(.systemMaterial, .light, [0.775, 0.817, 0.8794, 0.9361, 0.9612]),
        GrayProbe(.systemMaterial, .dark, [0.12, 0.2071, 0.2506, 0.2801, 0.325]),
        GrayProbe(.systemThickMaterial, .light, [0.9162, 0.9289, 0.9503, 0.966, 0.9614]),
        GrayProbe(.systemThickMaterial, .dark, [0.1232, 0.1542, 0.1645, 0.16, 0.1464]),
        GrayProbe(.systemChromeMaterial, .light, [0.7, 0.8261, 0.9398, 1, 0.9687]),
        GrayProbe(.systemChromeMaterial, .dark, [0.0725, 0.2313, 0.2927, 0.3112, 0.3412]),
        GrayProbe(.extraLight, .light, [0.776, 0.826, 0.876, 0.926, 0.976]),
        GrayProbe(.light, .light, [0.3, 0.475, 0.65, 0.825, 1]),
        GrayProbe(.dark, .light, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe(.extraDark, .light, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe(.extraLight, .dark, [0.776, 0.826, 0.876, 0.926, 0.976]),
        GrayProbe(.light, .dark, [0.3, 0.475, 0.65, 0.825, 1]),
        GrayProbe(.dark, .dark, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe(.extraDark, .dark, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe(.ultraDark, .dark, [0.017, 0.0545, 0.092, 0.1295, 0.167]),
        GrayProbe(.regular, .light, [0.3, 0.475, 0.65, 0.825, 1]),
        GrayProbe(.regular, .dark, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
        GrayProbe(.prominent, .light, [0.776, 0.826, 0.876, 0.926, 0.976]),
        GrayProbe(.prominent, .dark, [0.0803, 0.1478, 0.2153, 0.2828, 0.3503]),
    ]
}

@Suite struct GrayProbeTests {
    @Test(arguments: GrayProbe.all)
    func `turns grays into what the recipe says`(probe: GrayProbe) {
        let filters = probe.style.filters(Traits(appearance: probe.appearance, scale: 2))
        for (gray, result) in zip(GrayProbe.grays, probe.results) {
            var color = FlatColor(white: gray)
            color.apply(filters)
            for channel in color.channels {
                #expect(abs(channel - result) < 0.0002, "gray \(gray)")
            }
        }
    }

    @Test func `covers every style that the system names`() {
        let probed = Set(GrayProbe.all.map(\.style))
        let system = MaterialStyle.allCases.filter {
            [.system, .legacy].contains($0.row.family) && !Self.isFixedVariant($0)
        }
        #expect(probed.isSuperset(of: system))
    }

    @Test(arguments: MaterialStyle.allCases.filter(isFixedVariant))
    func `gives a fixed variant the recipe of its appearance`(style: MaterialStyle) throws {
        let isLight = style.rawValue.hasSuffix("Light")
        let adaptive = try #require(
            MaterialStyle(rawValue: String(style.rawValue.dropLast(isLight ? 5 : 4)))
        )
        #expect(adaptive.appearances == [.light, .dark])
        #expect(style.appearances == [isLight ? .light : .dark])
        for surrounding in Appearance.allCases {
            #expect(style.recipe(surrounding) == adaptive.recipe(isLight ? .light : .dark))
        }
    }

    static func isFixedVariant(_ style: MaterialStyle) -> Bool {
        style.row.family == .system
            && (style.rawValue.hasSuffix("Light") || style.rawValue.hasSuffix("Dark"))
    }
}
