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

    @Test(arguments: [5, 8, 20, 70] as [Float], [EdgeMode.clamp, .mirror])
    func `blurs a change as a whole plane with it`(sigma: Float, edge: EdgeMode) {
        let plan = Self.plan(sigma, edge)
        let (width, height) = (Self.size.width, Self.size.height)
        for pixels in [[(0, 0)], [(82, 60), (5, 60)], [(40, 30), (41, 30), (82, 31)], [(0, 60)]] {
            var plane = [Int](repeating: 0, count: Self.size.pixelCount)
            for (x, y) in pixels { plane[y * width + x] = 30_000 }
            var sparse = SparseReduction(plans: [plan, plan])
            func add(_ column: Int, _ row: Int) {
                let change = [SparseReduction.Change(0, 30_000, 0, 0)]
                sparse.add(change.span, column: column, row: row)
            }
            for (x, y) in pixels {
                add(x, y)
                if x == width - 1 { add(width, y) }
                if y == height - 1 { add(x, height) }
                if x == width - 1 && y == height - 1 { add(width, height) }
            }
            for (index, expected) in Self.reduced(plane, plan).enumerated() {
                let range = sparse.pull(plan.lowRows.lowerBound + index)
                for (column, sample) in expected.enumerated() {
                    let change = sparse.result[column][1]
                    #expect(abs(change - sample) <= 8, "\(pixels), row \(index), column \(column)")
                    #expect(range.contains(column) || change == 0)
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
