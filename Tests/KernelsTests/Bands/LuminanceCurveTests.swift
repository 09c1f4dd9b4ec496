// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct LuminanceCurveTests {
    private static let curves = [
        LuminanceCurve(amount: 0.6, values: [0.2, 0.3, 0.5, 0.9]),
        LuminanceCurve(amount: 1, values: [3, -4, 5, -2]),
        LuminanceCurve(amount: 0.999, values: [0, 0, 1, 1]),
        LuminanceCurve(amount: 1, values: [1e30, -1e30, 1e30, .infinity]),
    ]

    @Test(arguments: [1, 2, 3, 4])
    func `agrees bit for bit across instruction sets, and touches nothing else`(channelCount: Int) {
        var generator = SeededGenerator(seed: 71)
        for width in PackingTests.widths {
            for curve in Self.curves.map(CurveCoefficients.init) {
                let shape = RowShape(
                    channelCount: channelCount,
                    width: width,
                    planeStride: width + 3
                )
                let samples = generator.samples(shape.spanCount)
                func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                    var row = GuardedRow(samples)
                    var planes = row.mutableSpan
                    kernels.applyCurve(curve, to: &planes, shape: shape)
                    return row.prefix(samples.count)
                }
                let expected = result(ScalarKernels.self)
                for set in InstructionSet.supported {
                    #expect(result(set.kernels) == expected, "width \(width), \(set)")
                }
            }
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `follows the formula for every gray`(set: InstructionSet) {
        let curve = LuminanceCurve(amount: 0.6, values: [0.2, 0.3, 0.5, 0.9])
        var band = Band<Straight>(layout: .gray, width: 65_536, height: 1) { _, _, x in UInt16(x) }
        band.apply(curve, using: set)
        let row = band.row(0, of: 0)
        for x in 0..<65_536 {
            let l = Double(x) / 65_535
            let exact = Double(x) * 0.4 + 65_535 * 0.6 * curve.value(at: l)
            if abs(Double(row[x]) - exact) > 0.6 { Issue.record("\(x): \(row[x]), not \(exact)") }
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `an amount of zero keeps every sample`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 72)
        let pixels = generator.samples(400)
        var band = Band<Straight>(layout: .rgba, width: 100, height: 1) { c, _, x in
            pixels[c * 100 + x]
        }
        band.apply(LuminanceCurve(amount: 0, values: [0, 1, 0, 1]), using: set)
        #expect(band.allSamples() == pixels)
    }

    @Test(arguments: InstructionSet.supported)
    func `gray becomes what equal red, green and blue become`(set: InstructionSet) {
        let matrix = ColorMatrix(
            red: .init(0.4, 0.5, 0.3, 0.1, 0.05),
            green: .init(0.3, 0.4, 0.5, 0.1, 0.05),
            blue: .init(0.5, 0.3, 0.4, 0.1, 0.05),
            alpha: .init(0.25, -0.5, 0, 0.75, 0.1)
        )
        #expect(matrix.mapsGrayToGray && !matrix.preservesGray)
        for (layout, color) in [(ChannelLayout.gray, ChannelLayout.rgb), (.grayAlpha, .rgba)] {
            var generator = SeededGenerator(seed: 73)
            let pixels = generator.samples(134)
            var gray = Band<Straight>(layout: layout, width: 67, height: 1) { c, _, x in
                pixels[c * 67 + x]
            }
            var colors = Band<Straight>(layout: color, width: 67, height: 1) { c, _, x in
                pixels[(c == 3 ? 67 : 0) + x]
            }
            gray.apply(matrix, using: set)
            colors.apply(matrix, using: set)
            for x in 0..<67 {
                #expect(gray.row(0, of: 0)[x] == colors.row(0, of: 0)[x])
                if layout.hasAlpha {
                    #expect(gray.row(0, of: 1)[x] == colors.row(0, of: 3)[x])
                }
            }
        }
    }
}
