// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

/// A matrix as gain · saturation + bias, with the weights of BT.601.
struct VibrancyShape: CustomTestStringConvertible {
    let name: String
    let matrix: ColorMatrix?
    let gain: Double
    let bias: Double
    let saturation: Double

    var testDescription: String { name }

    /// What the shape makes of a color.
    func result(_ color: FlatColor) -> [Double] {
        let luma = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
        return color.channels.map { channel in
            min(max(gain * (luma + saturation * (channel - luma)) + bias, 0), 1)
        }
    }

    static let all = [
        VibrancyShape(
            name: "platformFillLight.primary",
            matrix: FillSet.platformFillLight.matrix(.primary),
            gain: 0.375,
            bias: 0.0625,
            saturation: 5.337
        ),
        VibrancyShape(
            name: "platformFillLight.secondary",
            matrix: FillSet.platformFillLight.matrix(.secondary),
            gain: 0.85,
            bias: 0,
            saturation: 1.648
        ),
        VibrancyShape(
            name: "platformFillLight.tertiary",
            matrix: FillSet.platformFillLight.matrix(.tertiary),
            gain: 1.008,
            bias: -0.084,
            saturation: 1.241
        ),
        VibrancyShape(
            name: "platformFillLight.separator",
            matrix: FillSet.platformFillLight.matrix(.separator),
            gain: 0.722,
            bias: 0.019,
            saturation: 2.356
        ),
        VibrancyShape(
            name: "platformFillDark.primary",
            matrix: FillSet.platformFillDark.matrix(.primary),
            gain: 0.5,
            bias: 0.5,
            saturation: 3.503
        ),
        VibrancyShape(
            name: "platformFillDark.secondary",
            matrix: FillSet.platformFillDark.matrix(.secondary),
            gain: 0.82,
            bias: 0.18,
            saturation: 1.709
        ),
        VibrancyShape(
            name: "platformFillDark.tertiary",
            matrix: FillSet.platformFillDark.matrix(.tertiary),
            gain: 0.968,
            bias: 0.12,
            saturation: 1.137
        ),
        VibrancyShape(
            name: "platformFillDark.separator",
            matrix: FillSet.platformFillDark.matrix(.separator),
            gain: 0.684,
            bias: 0.298,
            saturation: 2.487
        ),
        VibrancyShape(
            name: "platformStrokeLight.secondary",
            matrix: StrokeSet.platformStrokeLight.matrix(.secondary),
            gain: 0.5015,
            bias: 0.0442,
            saturation: 3.991
        ),
        VibrancyShape(
            name: "platformStrokeLight.tertiary",
            matrix: StrokeSet.platformStrokeLight.matrix(.tertiary),
            gain: 0.722,
            bias: 0.019,
            saturation: 2.356
        ),
        VibrancyShape(
            name: "platformStrokeLight.quaternary",
            matrix: StrokeSet.platformStrokeLight.matrix(.quaternary),
            gain: 0.85,
            bias: 0,
            saturation: 1.648
        ),
        VibrancyShape(
            name: "platformStrokeThinLight.secondary",
            matrix: StrokeSet.platformStrokeThinLight.matrix(.secondary),
            gain: 0.5525,
            bias: 0.0488,
            saturation: 1.992
        ),
        VibrancyShape(
            name: "platformStrokeThinLight.tertiary",
            matrix: StrokeSet.platformStrokeThinLight.matrix(.tertiary),
            gain: 0.741,
            bias: 0.0195,
            saturation: 1.351
        ),
        VibrancyShape(
            name: "platformStrokeThinLight.quaternary",
            matrix: StrokeSet.platformStrokeThinLight.matrix(.quaternary),
            gain: 0.85,
            bias: 0,
            saturation: 1.648
        ),
        VibrancyShape(
            name: "platformStrokeDark.secondary",
            matrix: StrokeSet.platformStrokeDark.matrix(.secondary),
            gain: 0.408,
            bias: 0.556,
            saturation: 3.679
        ),
        VibrancyShape(
            name: "platformStrokeDark.tertiary",
            matrix: StrokeSet.platformStrokeDark.matrix(.tertiary),
            gain: 0.684,
            bias: 0.298,
            saturation: 2.487
        ),
        VibrancyShape(
            name: "platformStrokeDark.quaternary",
            matrix: StrokeSet.platformStrokeDark.matrix(.quaternary),
            gain: 0.82,
            bias: 0.18,
            saturation: 1.709
        ),
        VibrancyShape(
            name: "platformStrokeThinDark.secondary",
            matrix: StrokeSet.platformStrokeThinDark.matrix(.secondary),
            gain: 0.425,
            bias: 0.5375,
            saturation: 2.355
        ),
        VibrancyShape(
            name: "platformStrokeThinDark.tertiary",
            matrix: StrokeSet.platformStrokeThinDark.matrix(.tertiary),
            gain: 0.665,
            bias: 0.3175,
            saturation: 1.806
        ),
        VibrancyShape(
            name: "platformStrokeThinDark.quaternary",
            matrix: StrokeSet.platformStrokeThinDark.matrix(.quaternary),
            gain: 0.82,
            bias: 0.18,
            saturation: 1.709
        ),
        VibrancyShape(
            name: "platformChromeFillLight.primary",
            matrix: FillSet.platformChromeFillLight.matrix(.primary),
            gain: 0.5,
            bias: 0.1,
            saturation: 3.002
        ),
        VibrancyShape(
            name: "platformChromeFillDark.primary",
            matrix: FillSet.platformChromeFillDark.matrix(.primary),
            gain: 0.45,
            bias: 0.46,
            saturation: 1.668
        ),
        VibrancyShape(
            name: "platformChromeFillLight.secondary",
            matrix: FillSet.platformChromeFillLight.matrix(.secondary),
            gain: 0.85,
            bias: 0,
            saturation: 1.648
        ),
        VibrancyShape(
            name: "platformChromeFillLight.tertiary",
            matrix: FillSet.platformChromeFillLight.matrix(.tertiary),
            gain: 1.008,
            bias: -0.084,
            saturation: 1.241
        ),
        VibrancyShape(
            name: "platformChromeFillLight.separator",
            matrix: FillSet.platformChromeFillLight.matrix(.separator),
            gain: 0.722,
            bias: 0.019,
            saturation: 2.356
        ),
        VibrancyShape(
            name: "platformChromeFillDark.secondary",
            matrix: FillSet.platformChromeFillDark.matrix(.secondary),
            gain: 0.82,
            bias: 0.18,
            saturation: 1.709
        ),
        VibrancyShape(
            name: "platformChromeFillDark.tertiary",
            matrix: FillSet.platformChromeFillDark.matrix(.tertiary),
            gain: 0.968,
            bias: 0.12,
            saturation: 1.137
        ),
        VibrancyShape(
            name: "platformChromeFillDark.separator",
            matrix: FillSet.platformChromeFillDark.matrix(.separator),
            gain: 0.684,
            bias: 0.298,
            saturation: 2.487
        ),
    ]
}

@Suite struct VibrancySetTests {
    @Test(arguments: VibrancyShape.all)
    func `is a gain, a saturation and a bias`(shape: VibrancyShape) throws {
        let matrix = try #require(shape.matrix)
        let weights = [0.299, 0.587, 0.114]
        for (index, row) in [matrix.red, matrix.green, matrix.blue].enumerated() {
            for (column, entry) in [row.red, row.green, row.blue].enumerated() {
                let own = column == index ? shape.saturation : 0
                let wanted = shape.gain * (weights[column] * (1 - shape.saturation) + own)
                #expect(abs(entry - wanted) <= 2e-3)
            }
            #expect(abs(row.bias - shape.bias) <= 2e-3)
            #expect(row.alpha == 0)
        }
        #expect(matrix.alpha == ColorMatrix.Row(0, 0, 0, 1))
    }

    @Test(arguments: VibrancyShape.all)
    func `gives what the shape gives on flat colors`(shape: VibrancyShape) throws {
        let matrix = try #require(shape.matrix)
        for color in [
            FlatColor(white: 0), FlatColor(white: 0.31), FlatColor(white: 0.5),
            FlatColor(white: 0.96), FlatColor(0.9, 0.5, 0.4), FlatColor(0.2, 0.45, 0.7),
        ] {
            var result = color
            result.apply(matrix)
            for (one, other) in zip(result.channels, shape.result(color)) {
                #expect(abs(one - other) <= 1.0 / 255)
            }
        }
    }

    @Test func `has every slot of every set`() {
        let fills = FillSet.allCases.count * VibrancySlot.Fill.allCases.count
        let strokes = StrokeSet.allCases.count * (VibrancySlot.Stroke.allCases.count - 1)
        #expect(Set(VibrancyShape.all.map(\.name)).count == fills + strokes)
    }
}
