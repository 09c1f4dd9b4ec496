// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Kernels

/// Tests of the sizes that a plan without filter weights predicts.
@Suite struct PlanePlanOutlineTests {
    private static let counts = [1, 2, 3, 5, 8, 15, 17, 31, 63, 64, 65, 100, 333, 2_000]
    private static let sigmas: [Float] = [0, 0.2, 0.9, 2.9, 3, 7.99, 8, 16, 33, 64, 150, 1000]

    /// The greatest overlap by its definition: every low position is alive from the block of its first
    /// sample to that of its last.
    private func overlap(_ axis: BlurAxis) -> Int {
        var changes: [Int: Int] = [:]
        for low in axis.summed {
            let samples = axis.samples(of: low)
            changes[axis.decimation.block(of: samples.lowerBound), default: 0] += 1
            changes[axis.decimation.block(of: samples.upperBound) + 1, default: 0] -= 1
        }
        var (alive, greatest) = (0, 0)
        for block in changes.keys.sorted() {
            alive += changes[block, default: 0]
            greatest = max(greatest, alive)
        }
        return greatest
    }

    @Test(arguments: EdgeMode.allCases, counts)
    func `is never less than the blur, and hardly more`(edge: EdgeMode, count: Int) {
        for sigma in Self.sigmas {
            let margin = edge == .expand ? Int((3 * sigma).rounded(.up)) : 0
            let long = PlaneAxis(inputCount: count, outputCount: count + 2 * margin, margin: margin)
            let short = PlaneAxis(inputCount: 40, outputCount: 40 + 2 * margin, margin: margin)
            for (rows, columns) in [(long, short), (short, long)] {
                let plan = PlanePlan(sigma: sigma, edge: edge, rows: rows, columns: columns)
                let outline = PlanePlan(outlineOf: sigma, edge: edge, rows: rows, columns: columns)
                #expect(outline.lowRows == plan.lowRows && outline.lowColumns == plan.lowColumns)
                #expect(outline.rowsAhead >= plan.rowsAhead)
                #expect(outline.rowsAhead <= plan.rowsAhead + 3 * plan.step)
                let (bound, exact) = (PlaneBlur.byteCount(outline), PlaneBlur.byteCount(plan))
                #expect(bound >= exact && 4 * bound <= 5 * exact + 8_192, "\(sigma)")
            }
        }
    }

    @Test(arguments: EdgeMode.allCases, [1, 2, 4, 8])
    func `no more low rows are summed at once than are counted`(edge: EdgeMode, pitch: Int) {
        for count in Self.counts {
            for sigma in Self.sigmas where sigma >= 3 {
                let axis = PlaneAxis(inputCount: count, outputCount: count, inputPitch: pitch)
                let plan = PlanePlan(sigma: sigma, edge: edge, rows: axis, columns: axis)
                let exact = overlap(plan.rows)
                let bound = plan.rows.greatestOverlap
                #expect(bound >= exact && bound <= 2 * exact + 2, "\(count), \(sigma)")
            }
        }
    }

    @Test(arguments: counts) func `no more results are normalized than are counted`(count: Int) {
        for sigma in Self.sigmas {
            let axis = PlaneAxis(inputCount: count, outputCount: count)
            let plan = PlanePlan(sigma: sigma, edge: .normalize, rows: axis, columns: axis)
            let exact = plan.coverage?.rows.uneven.count ?? .max
            #expect((exact...(exact + 4)).contains(plan.rows.unevenCount), "\(sigma)")
        }
    }
}
