// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import TestSupport
import Testing

@Suite struct GrayProbeTests {
    @Test(arguments: GrayProbe.all)
    func `turns grays into what the recipe says`(probe: GrayProbe) throws {
        let style = try #require(MaterialStyle(rawValue: probe.style))
        let traits = Traits(appearance: probe.isDark ? .dark : .light, scale: 2)
        let filters = style.filters(traits)
        for (gray, result) in zip(GrayProbe.grays, probe.results) {
            var color = FlatColor(white: gray)
            color.apply(filters)
            for channel in color.channels {
                #expect(abs(channel - result) < 0.0002, "gray \(gray)")
            }
        }
    }

    @Test func `covers every style that the system names`() {
        let probed = Set(GrayProbe.all.compactMap { MaterialStyle(rawValue: $0.style) })
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
