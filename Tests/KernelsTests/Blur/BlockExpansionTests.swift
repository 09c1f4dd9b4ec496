// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster
import TestSupport
import Testing

@testable import Kernels

/// Blocks beside the transform of the samples that would be made of the same low rows.
@Suite struct BlockExpansionTests {
    /// Low rows that change as much as a blur leaves it, or as they like.
    private static func low(_ plan: PlanePlan, isWild: Bool) -> [[UInt16]] {
        var generator = SeededGenerator(seed: 95)
        return plan.lowRows.map { y in
            (0..<plan.lowWidth).map { x in
                if isWild { return UInt16.random(in: 0...65_280, using: &generator) }
                let wave = sin(Double(x) / 3) * cos(Double(y) / 4) * 14_000
                return UInt16(30_000 + wave + Double(40 * x + 60 * y))
            }
        }
    }

    /// All blocks of a plane, row by row, with zeros where masks say so.
    private static func blocks(
        _ plan: PlanePlan,
        _ low: [[UInt16]],
        _ quantization: [UInt16],
        _ set: InstructionSet
    ) -> [[Int16]] {
        var expansion = BlockExpansion(
            plan: plan,
            quantization: quantization,
            instructionSet: set
        )
        let width = expansion.blocksPerRow
        var result: [[Int16]] = []
        for _ in 0..<expansion.rowCount {
            while expansion.isHungry {
                let row = low[expansion.nextLow - plan.lowRows.lowerBound]
                expansion.push(row.span)
            }
            var masks = [UInt64](repeating: 0, count: width)
            var blocks = [Int16](repeating: 99, count: 64 * width)
            var maskSpan = masks.mutableSpan
            var blockSpan = blocks.mutableSpan
            expansion.pull(masks: &maskSpan, into: &blockSpan)
            for block in 0..<width {
                result.append(
                    (0..<64).map { masks[block] >> $0 & 1 == 0 ? 0 : blocks[64 * block + $0] }
                )
            }
        }
        return result
    }

    /// All samples of a plane, not rounded to bytes, with those of the last block repeated as the
    /// plane ends.
    private static func samples(_ plan: PlanePlan, _ low: [[UInt16]]) -> [Double] {
        var expansion = PlaneExpansion(plan: plan)
        let (width, height) = (plan.columns.outputCount, plan.rows.outputCount)
        var rows = [UInt16](repeating: 0, count: width)
        var result: [Double] = []
        while result.count < width * height {
            if expansion.isHungry {
                let row = low[expansion.nextLow - plan.lowRows.lowerBound]
                expansion.push(row.span)
            }
            var span = rows.mutableSpan
            let count = expansion.pull(into: &span, stride: width, limit: 1)
            if count > 0 { result += rows.map { Double($0) / 256 } }
        }
        return result
    }

    private static func cosine(_ k: Int, _ n: Int) -> Double {
        (k == 0 ? 0.125.squareRoot() : 0.5) * cos(Double((2 * n + 1) * k) * Double.pi / 16)
    }

    /// The coefficients of a whole block of samples.
    ///
    /// Reference: ITU-T T.81, A.3.3.
    private static func transformed(_ samples: [Double], _ width: Int, _ place: (Int, Int))
        -> [Double]
    {
        var result = [Double](repeating: 0, count: 64)
        for y in 0..<8 {
            for x in 0..<8 {
                let sample = samples[(8 * place.1 + y) * width + 8 * place.0 + x] - 128
                for n in 0..<64 {
                    let basis: Double = cosine(n % 8, x) * cosine(n / 8, y)
                    result[n] += sample * basis
                }
            }
        }
        return result
    }

    private static func plan(
        _ size: PixelSize,
        sigma: Float,
        step: Int,
        pitch: Int,
        margin: Int = 0
    ) -> PlanePlan {
        func axis(_ count: Int) -> PlaneAxis {
            PlaneAxis(
                inputCount: count,
                outputCount: count,
                inputPitch: pitch,
                outputPitch: pitch,
                margin: margin
            )
        }
        return PlanePlan(
            sigma: sigma,
            edge: .clamp,
            rows: axis(size.height),
            columns: axis(size.width),
            step: step
        )
    }

    private static let steps = [(2, 1), (4, 1), (4, 2), (8, 1), (8, 2), (16, 1), (32, 1), (32, 2)]

    @Test(arguments: steps, [0, -4, -6] as [Int])
    func `are the transform of samples, divided and rounded`(
        step: (pixels: Int, pitch: Int),
        margin: Int
    ) {
        let size = PixelSize(width: 88, height: 72)
        let sigma = Float(step.pixels) * 2.2
        let margin = margin / step.pitch * step.pitch
        let plan = Self.plan(
            size,
            sigma: sigma,
            step: step.pixels,
            pitch: step.pitch,
            margin: margin
        )
        let quantization: [UInt16] = (0..<64).map { 1 + $0 % 5 + $0 / 16 }
        for isWild in [false, true] {
            let low = Self.low(plan, isWild: isWild)
            let blocks = Self.blocks(plan, low, quantization, .current)
            let samples = Self.samples(plan, low)
            var most = 0.0
            for index in blocks.indices {
                let place = (index % (size.width / 8), index / (size.width / 8))
                let exact = Self.transformed(samples, size.width, place)
                for n in 0..<64 {
                    let value = exact[n] / Double(quantization[n])
                    most = max(most, abs(Double(blocks[index][n]) - value))
                }
            }
            // A half by rounding; samples of 16 bits are rounded themselves, up to six times by half
            // of 1/256, of which a mean is eight times as much, though not all in one direction.
            #expect(most < 0.53, "\(step), \(margin), \(isWild)")
        }
    }

    @Test(arguments: steps)
    func `are the same with every instruction set`(step: (pixels: Int, pitch: Int)) {
        for (width, height) in [(1, 1), (7, 9), (8, 8), (17, 40), (129, 70)] {
            let size = PixelSize(width: width, height: height)
            let plan = Self.plan(
                size,
                sigma: Float(step.pixels) * 2.5,
                step: step.pixels,
                pitch: step.pitch
            )
            let quantization: [UInt16] = (0..<64).map { 1 + $0 / 4 }
            for isWild in [false, true] {
                let low = Self.low(plan, isWild: isWild)
                let expected = Self.blocks(plan, low, quantization, .scalar)
                #expect(expected.count == (width + 7) / 8 * ((height + 7) / 8))
                for set in InstructionSet.supported {
                    #expect(Self.blocks(plan, low, quantization, set) == expected, "\(set)")
                }
            }
        }
    }

    /// Low samples of 65,535 would stand for 256.
    @Test func `limit samples to what a byte holds`() {
        let plan = Self.plan(PixelSize(width: 24, height: 24), sigma: 20, step: 8, pitch: 1)
        let ones = [UInt16](repeating: 1, count: 64)
        let levels: [(UInt16, Int16)] = [(65_535, 1016), (65_280, 1016), (0, -1024), (32_768, 0)]
        for (level, mean) in levels {
            let row = [UInt16](repeating: level, count: plan.lowWidth)
            let low = plan.lowRows.map { _ in row }
            for block in Self.blocks(plan, low, ones, .current) {
                #expect(block == [mean] + [Int16](repeating: 0, count: 63))
            }
        }
    }

    @Test func `fit where low samples are two samples apart, or more`() {
        let size = PixelSize(width: 64, height: 64)
        #expect(!BlockExpansion.fits(Self.plan(size, sigma: 6, step: 2, pitch: 2)))
        #expect(BlockExpansion.fits(Self.plan(size, sigma: 6, step: 2, pitch: 1)))
        #expect(BlockExpansion.fits(Self.plan(size, sigma: 9, step: 4, pitch: 2)))
        #expect(BlockExpansion.fits(Self.plan(size, sigma: 9, step: 4, pitch: 1)))
        #expect(BlockExpansion.fits(Self.plan(size, sigma: 20, step: 8, pitch: 2)))
    }
}
