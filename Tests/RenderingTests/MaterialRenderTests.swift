// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import TestSupport
import Testing

/// Materials on flat pictures, where blurs change nothing and formulas say the rest.
@Suite struct MaterialRenderTests {
    /// Neither side is a whole number of squares.
    private static let size = PixelSize(width: 31, height: 22)

    private static let colors: [SIMD3<Double>] = [
        [0, 0, 0], [1, 1, 1], [0.9, 0.5, 0.4], [0.2, 0.45, 0.7], [1, 0, 0], [0.1, 0.9, 0.2],
    ]

    private static func flat(_ color: SIMD3<Double>, _ layout: ChannelLayout) -> Picture {
        Picture(size, layout) { _, _, channel in UInt16((color[channel] * 65_535).rounded()) }
    }

    @Test(arguments: GrayProbe.all)
    func `turns grays into what the recipe says`(probe: GrayProbe) throws {
        let style = try #require(MaterialStyle(rawValue: probe.style))
        let traits = Traits(appearance: probe.isDark ? .dark : .light, scale: 2)
        for (gray, result) in zip(GrayProbe.grays, probe.results) {
            for layout in [ChannelLayout.gray, .rgb] {
                let picture = Self.flat(SIMD3(repeating: gray), layout)
                let rendered = try picture.rendered(style.filters(traits))
                let worst = rendered.samples.reduce(0.0) {
                    max($0, abs(Double($1) / 65_535 - result))
                }
                #expect(worst <= 1.0 / 255, "gray \(gray)")
            }
        }
    }

    @Test(arguments: MaterialStyle.allCases, Appearance.allCases)
    func `turns colors into what the steps say`(
        style: MaterialStyle,
        appearance: Appearance
    ) throws {
        for reduces in [false, true] {
            let traits = Traits(appearance: appearance, reducesTransparency: reduces)
            let filters = style.filters(traits)
            for color in Self.colors {
                let rendered = try Self.flat(color, .rgb).rendered(filters)
                let expected = Self.result(filters, color)
                for channel in 0..<3 {
                    let sample = Double(rendered[15, 11, channel]) / 65_535
                    #expect(abs(sample - expected[channel]) <= 1.0 / 255, "\(color)")
                }
            }
        }
    }

    private static func result(_ filters: [Filter], _ color: SIMD3<Double>) -> SIMD3<Double> {
        filters.reduce(color) { color, filter in
            switch filter {
            case .color(let function): return result(function.matrix, color)
            case .luminanceCurve(let curve):
                let luminance = (color * [0.2125, 0.7154, 0.0721]).sum()
                return mix(color, SIMD3(repeating: curve.value(at: luminance)), curve.amount)
            case .channelCurve(let curve):
                return SIMD3(
                    curve.value(at: color.x),
                    curve.value(at: color.y),
                    curve.value(at: color.z)
                )
            case .tint(let tint): return mix(color, [tint.red, tint.green, tint.blue], tint.alpha)
            case .captured(let capture): return result(capture.filters, color)
            default: return color
            }
        }
    }

    private static func mix(
        _ one: SIMD3<Double>,
        _ other: SIMD3<Double>,
        _ amount: Double
    ) -> SIMD3<Double> {
        one * (1 - amount) + other * amount
    }

    private static func result(
        _ matrix: ColorMatrix,
        _ color: SIMD3<Double>
    ) -> SIMD3<Double> {
        let rows = [matrix.red, matrix.green, matrix.blue].map { row in
            (color * [row.red, row.green, row.blue]).sum() + row.alpha + row.bias
        }
        return SIMD3(rows[0], rows[1], rows[2])
            .clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
    }
}
