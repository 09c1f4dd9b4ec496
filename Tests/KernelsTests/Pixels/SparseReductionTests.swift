// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

/// Blurs of changes of few pixels, beside blurs of whole planes.
@Suite struct SparseReductionTests {
    private static let sizes = [
        PixelSize(width: 83, height: 61), PixelSize(width: 7, height: 3),
        PixelSize(width: 1, height: 1),
    ]

    private static func plan(
        _ size: PixelSize,
        _ sigma: Float,
        _ edge: EdgeMode,
        _ responses: [PlaneResponse] = []
    ) -> PlanePlan {
        func axis(_ count: Int) -> PlaneAxis {
            PlaneAxis(inputCount: count, outputCount: count, responses: responses)
        }
        return PlanePlan(
            sigma: sigma,
            edge: edge,
            rows: axis(size.height),
            columns: axis(size.width)
        )
    }

    /// The low-resolution rows of a whole plane, less those of zero.
    private static func reduced(_ plane: [Int], _ size: PixelSize, _ plan: PlanePlan) -> [[Float]] {
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

    /// A change of red, green and blue, and the same one of Y, Cb and Cr.
    private static let color = SIMD3<Int16>(-120, 40, 200)
    private static let planes: [Float] = [10.4, 106.997_7, -93.010]

    /// Standard deviations, of which two give the filters of luma and of color different radii.
    private static let sigmas: [Float] = [5, 5.82, 8, 13.49, 20, 70]

    @Test(arguments: sigmas, [EdgeMode.clamp, .mirror])
    func `blurs a change as a whole plane with it`(sigma: Float, edge: EdgeMode) {
        for set in InstructionSet.supported {
            for size in Self.sizes {
                let (x, y) = (size.width - 1, size.height - 1)
                let plans = Self.plans(size, sigma, edge)
                compare([(0, 0)], size, plans, set)
                compare([(0, y)], size, plans, set, from: 2)
                compare([(x / 2, y / 2), (x, y / 2 + y % 2)], size, plans, set)
                compare([(x, y), (x / 16, y)], size, plans, set, from: plans[0].lowRows.count - 1)
            }
        }
    }

    @Test func `has filters of different radii`() {
        let radii = Self.sigmas.map { sigma in
            Self.plans(Self.sizes[0], sigma, .mirror).map(\.rows.gaussian.radius)
        }
        #expect(radii.filter { $0[0] != $0[1] }.count == 2)
    }

    /// The plans of luma and of color planes, which an encoder halves, so that their filter is
    /// another.
    private static func plans(_ size: PixelSize, _ sigma: Float, _ edge: EdgeMode) -> [PlanePlan] {
        let color = plan(size, sigma, edge, [.paired])
        return [plan(size, sigma, edge), color, color]
    }

    /// Changes the color of pixels, and compares each low-resolution row, from one on, as soon as
    /// the rows that it needs are added.
    private func compare(
        _ pixels: [(Int, Int)],
        _ size: PixelSize,
        _ plans: [PlanePlan],
        _ set: InstructionSet,
        from first: Int = 0
    ) {
        let (width, height) = (size.width, size.height)
        var plane = [Int](repeating: 0, count: size.pixelCount)
        for (x, y) in pixels { plane[y * width + x] = 30_000 }
        let expected = plans.map { Self.reduced(plane, size, $0) }
        var sparse = SparseReduction(plans: plans, instructionSet: set)
        let columns = LimitedRow.Columns(pitch: 1, count: width, areInterpolated: false)
        var index = first
        for y in 0...height {
            var row = LimitedRow(width: width, columns: columns)
            // Beyond the edges, the last pixels are repeated.
            for x in pixels.filter({ $0.1 == min(y, height - 1) }).map(\.0) {
                row.set(x, to: Self.color)
                if x == width - 1 { row.set(width, to: Self.color) }
            }
            if row.isChanged { sparse.add(row, row: y) }
            while index < plans[0].lowRows.count {
                let low = plans[0].lowRows.lowerBound + index
                guard plans.allSatisfy({ $0.rowsNeeded(for: low) <= y + 1 }) else { break }
                for channel in plans.indices {
                    var samples = [UInt16](repeating: 32_768, count: plans[0].lowWidth)
                    var span = samples.mutableSpan
                    sparse.pull(low, of: channel, addingTo: &span)
                    for (column, sample) in expected[channel][index].enumerated() {
                        let change = (Float(samples[column]) - 32_768) / 257
                        #expect(
                            abs(change - sample / 30_000 * Self.planes[channel]) <= 0.07,
                            "\(size), \(pixels), row \(index), \(column), channel \(channel)"
                        )
                    }
                }
                index += 1
            }
        }
        #expect(index == plans[0].lowRows.count)
    }

    @Test func `asks for the rows that a low row depends on`() {
        let size = Self.sizes[0]
        let plan = Self.plan(size, 5, .clamp)
        let needed = plan.lowRows.map { plan.rowsNeeded(for: $0) }
        #expect(needed == needed.sorted())
        #expect(needed.last == size.height + 1)
        #expect(needed[0] < size.height)
    }
}
