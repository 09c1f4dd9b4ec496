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

    /// The pixels of a square.
    private static func square(
        _ low: [[UInt16]],
        _ plan: PlanePlan,
        _ expansion: PixelExpansion,
        x: Int,
        y: Int
    ) -> [[Float]] {
        let rows = expansion.weights(ofRows: y..<(y + 8))
        let columns = expansion.weights(ofColumns: x..<(x + 8))
        let samples = (rows.first..<(rows.first + rows.count)).flatMap { row in
            (columns.first..<(columns.first + columns.count)).map { column in
                let row = low[min(row - plan.lowRows.lowerBound, low.count - 1)]
                return Float(row[min(column - plan.lowColumns.lowerBound, row.count - 1)])
            }
        }
        var squares = PixelSquares(side: 8, count: 2)
        squares.interpolate(1, samples.span, rows: rows, columns: columns)
        return (0..<8).map { row in
            var pixels = [UInt16](repeating: 0, count: 16)
            var span = pixels.mutableSpan
            squares.settle(row, into: &span)
            return pixels[8...].map { Float($0) }
        }
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
            for start in stride(from: 0, to: Self.size.width, by: 8) {
                let square = Self.square(low, plan, pixels, x: start, y: y / 8 * 8)
                for x in start..<min(start + 8, Self.size.width) {
                    let pixel = square[y % 8][x - start]
                    #expect(abs(pixel - Float(row[x])) <= 4, "\(x), \(y)")
                }
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
                let samples = Self.square(low, plan, pixels, x: 8 * block, y: 8 * row)
                    .flatMap { $0.map { $0 / 256 - 128 } }
                var mask: UInt64 = 0
                var made = [Int16](repeating: 0, count: 64)
                var madeSpan = made.mutableSpan
                transform.apply(to: samples.span, stride: 8, mask: &mask, into: &madeSpan)
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
