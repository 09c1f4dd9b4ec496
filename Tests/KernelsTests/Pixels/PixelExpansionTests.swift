// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

/// Single pixels and single blocks, beside whole rows of them.
@Suite struct PixelExpansionTests {
    private static let size = PixelSize(width: 45, height: 39)

    private static func plan(_ sigma: Float) -> PlanePlan {
        PlanePlan(
            sigma: sigma,
            edge: .clamp,
            rows: PlaneAxis(inputCount: size.height, outputCount: size.height),
            columns: PlaneAxis(inputCount: size.width, outputCount: size.width)
        )
    }

    private static func low(_ plan: PlanePlan) -> [[UInt16]] {
        var generator = SeededGenerator(seed: 5)
        return plan.lowRows.map { _ in generator.samples(plan.lowWidth).map { $0 % 65_281 } }
    }

    private static func sample(
        _ low: [[UInt16]],
        _ plan: PlanePlan,
        _ expansion: PixelExpansion,
        _ x: Int,
        _ y: Int
    ) -> Float {
        let (row, column) = (expansion.taps(ofRow: y), expansion.taps(ofColumn: x))
        func across(_ low: [UInt16]) -> Float {
            let first = column.first - plan.lowColumns.lowerBound
            return Float(low[first]) * column.weights.0 + Float(low[first + 1]) * column.weights.1
                + Float(low[min(first + 2, low.count - 1)]) * column.weights.2
        }
        let first = row.first - plan.lowRows.lowerBound
        return across(low[first]) * row.weights.0 + across(low[first + 1]) * row.weights.1
            + across(low[min(first + 2, low.count - 1)]) * row.weights.2
    }

    @Test(arguments: [5, 8, 20, 70] as [Float])
    func `interpolates pixels as whole rows are interpolated`(sigma: Float) {
        let plan = Self.plan(sigma)
        let low = Self.low(plan)
        let pixels = PixelExpansion(plan)
        var expansion = PlaneExpansion(plan: plan)
        var y = 0
        while y < Self.size.height {
            while expansion.isHungry {
                let row = low[expansion.nextLow - plan.lowRows.lowerBound]
                expansion.push(row.span)
            }
            var row = [UInt16](repeating: 0, count: Self.size.width)
            var span = row.mutableSpan
            guard expansion.pull(into: &span, stride: Self.size.width, limit: 1) == 1 else { break }
            for x in row.indices {
                let pixel = Self.sample(low, plan, pixels, x, y)
                #expect(abs(pixel - Float(row[x])) <= 4, "\(x), \(y)")
            }
            y += 1
        }
        #expect(y == Self.size.height)
    }

    @Test func `transforms blocks of pixels as blocks are made of low samples`() {
        let plan = Self.plan(20)
        let low = Self.low(plan)
        let quantization = (0..<64).map { UInt16(1 + $0 % 7) }
        let pixels = PixelExpansion(plan)
        let transform = BlockTransform(quantization: quantization)
        var expansion = BlockExpansion(plan: plan, quantization: quantization)
        for row in 0..<expansion.rowCount {
            while expansion.isHungry {
                let row = low[expansion.nextLow - plan.lowRows.lowerBound]
                expansion.push(row.span)
            }
            var masks = [UInt64](repeating: 0, count: expansion.blocksPerRow)
            var blocks = [Int16](repeating: 0, count: 64 * masks.count)
            var maskSpan = masks.mutableSpan
            var blockSpan = blocks.mutableSpan
            expansion.pull(masks: &maskSpan, into: &blockSpan)
            // Only whole blocks: behind the edges, pixels are repeated otherwise.
            guard 8 * row + 8 <= Self.size.height else { continue }
            for block in 0..<(Self.size.width / 8) {
                let samples = (0..<8).map { y in
                    SIMD8<Float>(
                        (0..<8).map { x in
                            Self.sample(low, plan, pixels, 8 * block + x, 8 * row + y) / 256 - 128
                        }
                    )
                }
                var mask: UInt64 = 0
                var made = [Int16](repeating: 0, count: 64)
                var madeSpan = made.mutableSpan
                transform.apply(to: samples, mask: &mask, into: &madeSpan)
                for index in 0..<64 {
                    let isSet = masks[block] & (1 << UInt64(index)) != 0
                    let expected = isSet ? blocks[64 * block + index] : 0
                    #expect(abs(made[index] - expected) <= 1)
                    #expect((mask & (1 << UInt64(index)) != 0) == (made[index] != 0))
                }
            }
        }
    }
}
