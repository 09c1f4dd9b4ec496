// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

/// Blurs of changes of few pixels, beside blurs of whole planes.
@Suite struct SparseReductionTests {
    private static let size = PixelSize(width: 83, height: 61)

    private static func plan(_ sigma: Float, _ edge: EdgeMode) -> PlanePlan {
        PlanePlan(
            sigma: sigma,
            edge: edge,
            rows: PlaneAxis(inputCount: size.height, outputCount: size.height),
            columns: PlaneAxis(inputCount: size.width, outputCount: size.width)
        )
    }

    /// The low-resolution rows of a whole plane, less those of zero.
    private static func reduced(_ plane: [Int], _ plan: PlanePlan) -> [[Float]] {
        var reduction = PlaneReduction(plan: plan)
        let samples = plane.map { UInt16(32_768 + $0) }
        var (row, result) = (0, [[Float]]())
        while result.count < plan.lowRows.count {
            if row < size.height {
                row += reduction.push(
                    samples.span.extracting(droppingFirst: row * size.width),
                    stride: size.width,
                    count: size.height - row
                )
            }
            while true {
                var low = [Int16](repeating: 0, count: plan.lowWidth)
                var span = low.mutableSpan
                let count = reduction.pull(into: &span, stride: plan.lowWidth, limit: 1)
                guard count > 0 else { break }
                result.append(low.map { Float($0) })
            }
        }
        return result
    }

    private static let columns = LimitedRow.Columns(
        pitch: 1,
        count: size.width,
        areInterpolated: false
    )

    /// A change of red, green and blue, and the same one of Y, Cb and Cr.
    private static let color = SIMD3<Int16>(-120, 40, 200)
    private static let planes: [Float] = [10.4, 106.997_7, -93.010]

    @Test(arguments: [5, 8, 20, 70] as [Float], [EdgeMode.clamp, .mirror])
    func `blurs a change as a whole plane with it`(sigma: Float, edge: EdgeMode) {
        for set in InstructionSet.supported { compare(sigma, edge, set) }
    }

    private func compare(_ sigma: Float, _ edge: EdgeMode, _ set: InstructionSet) {
        let plan = Self.plan(sigma, edge)
        let (width, height) = (Self.size.width, Self.size.height)
        for pixels in [[(0, 0)], [(82, 60), (5, 60)], [(40, 30), (41, 30), (82, 31)], [(0, 60)]] {
            var plane = [Int](repeating: 0, count: Self.size.pixelCount)
            for (x, y) in pixels { plane[y * width + x] = 30_000 }
            var sparse = SparseReduction(plans: [plan, plan, plan], instructionSet: set)
            for y in 0...height {
                // Beyond the edges, the last pixels are repeated.
                let columns = pixels.filter { $0.1 == min(y, height - 1) }.map(\.0)
                var row = LimitedRow(width: width, columns: Self.columns)
                for x in columns {
                    row.set(x, to: Self.color)
                    if x == width - 1 { row.set(width, to: Self.color) }
                }
                if row.isChanged { sparse.add(row, row: y) }
            }
            for (index, expected) in Self.reduced(plane, plan).enumerated() {
                let range = sparse.pull(plan.lowRows.lowerBound + index)
                for (column, sample) in expected.enumerated() {
                    let change = sparse.result[column]
                    for channel in 0..<3 {
                        let part = sample / 30_000 * Self.planes[channel]
                        #expect(
                            abs(change[channel] - part) <= 0.07,
                            "\(pixels), row \(index), column \(column), channel \(channel)"
                        )
                    }
                    #expect(range.contains(column) || change == .zero)
                }
            }
        }
    }

    @Test func `asks for the rows that a low row depends on`() {
        let plan = Self.plan(5, .clamp)
        let needed = plan.lowRows.map { plan.rowsNeeded(for: $0) }
        #expect(needed == needed.sorted())
        #expect(needed.last == Self.size.height + 1)
        #expect(needed[0] < Self.size.height)
    }
}
