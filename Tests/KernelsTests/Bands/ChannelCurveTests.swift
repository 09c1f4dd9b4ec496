// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct ChannelCurveTests {
    private static let curves = [
        ChannelCurve(values: [0, 0.7, 0.88, 0.88]),
        ChannelCurve(values: [3, -4, 5, -2]),
        ChannelCurve(values: [1, 0.6, 0.3, 0]),
        ChannelCurve(values: [1e30, -1e30, 1e30, .infinity]),
    ]

    @Test func `agrees bit for bit across instruction sets, and touches nothing else`() {
        var generator = SeededGenerator(seed: 81)
        for width in PackingTests.widths {
            for curve in Self.curves.map(CubicCoefficients.init) {
                let samples = generator.samples(width)
                func result(_ kernels: any KernelSet.Type) -> [UInt16] {
                    var row = GuardedRow(samples)
                    var span = row.mutableSpan
                    kernels.applyCubic(curve, to: &span)
                    return row.prefix(samples.count)
                }
                let expected = result(ScalarKernels.self)
                for set in InstructionSet.supported {
                    #expect(result(set.kernels) == expected, "width \(width), \(set)")
                }
            }
        }
    }

    @Test(arguments: InstructionSet.supported, curves.dropLast())
    func `follows the formula for every sample`(set: InstructionSet, curve: ChannelCurve) {
        var band = Band<Straight>(layout: .gray, width: 65_536, height: 1) { _, _, x in UInt16(x) }
        band.apply(curve, using: set)
        let row = band.row(0, of: 0)
        for x in 0..<65_536 {
            let exact = 65_535 * curve.value(at: Double(x) / 65_535)
            if abs(Double(row[x]) - exact) > 0.6 { Issue.record("\(x): \(row[x]), not \(exact)") }
        }
    }

    @Test func `is the cubic of Bernstein, limited`() {
        for curve in Self.curves.dropLast() {
            for step in 0...100 {
                let x = Double(step) / 100
                let m = 1 - x
                let v = curve.values
                let cubic =
                    v[0] * m * m * m + v[1] * 3 * x * m * m + v[2] * 3 * x * x * m
                    + v[3] * x * x * x
                #expect(abs(curve.value(at: x) - min(max(cubic, 0), 1)) < 1e-12)
            }
        }
    }

    @Test func `leaves alpha as it is`() {
        var band = Band<Straight>(layout: .rgba, width: 40, height: 3) { channel, _, x in
            channel == 3 ? UInt16(x) : 9
        }
        band.apply(ChannelCurve(values: [1, 1, 1, 1]))
        for x in 0..<40 {
            #expect(band.row(2, of: 0)[x] == 65_535 && band.row(0, of: 2)[x] == 65_535)
            #expect(band.row(2, of: 3)[x] == UInt16(x))
        }
    }
}
