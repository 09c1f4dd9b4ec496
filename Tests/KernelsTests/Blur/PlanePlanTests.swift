// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster
import TestSupport
import Testing

@testable import Kernels

/// Planes whose samples stand for several pixels, beside the definition at full resolution.
@Suite struct PlanePlanTests {
    static let size = PixelSize(width: 176, height: 144)

    private static func plane(_ picture: Picture, _ channel: Int = 0) -> [Double] {
        (0..<size.pixelCount).map {
            Double(picture.sample($0 % size.width, $0 / size.width, channel)) / 257
        }
    }

    /// The blur by its definition, of a whole plane of bytes.
    private static func reference(_ plane: [Double], sigma: Double, edge: EdgeMode) -> [Double] {
        GaussianReference(size: size, sigma: sigma, edge: edge, margin: 0).blurred(plane)
    }

    /// Means of squares of pixels.
    private static func means(_ plane: [Double], _ pitch: Int) -> [Double] {
        let (width, height) = (size.width / pitch, size.height / pitch)
        return (0..<(width * height)).map { index in
            let (x, y) = (index % width * pitch, index / width * pitch)
            var sum = 0.0
            for dy in 0..<pitch {
                for dx in 0..<pitch { sum += plane[(y + dy) * size.width + x + dx] }
            }
            return sum / Double(pitch * pitch)
        }
    }

    /// Blocks of 8 × 8 pixels decoded to fewer samples, as their lowest frequencies.
    private static func decoded(_ plane: [Double], points: Int) -> [Double] {
        let width = size.width / 8 * points
        var result = [Double](repeating: 0, count: width * size.height / 8 * points)
        func basis(_ k: Int, _ place: Double) -> Double {
            (k == 0 ? 0.5.squareRoot() : 1) * cos(Double.pi * Double(k) * place)
        }
        for by in 0..<(size.height / 8) {
            for bx in 0..<(size.width / 8) {
                var coefficients = [Double](repeating: 0, count: points * points)
                for v in 0..<points {
                    for u in 0..<points {
                        for y in 0..<8 {
                            for x in 0..<8 {
                                coefficients[v * points + u] +=
                                    plane[(by * 8 + y) * size.width + bx * 8 + x] / 16
                                    * basis(u, (Double(x) + 0.5) / 8)
                                    * basis(v, (Double(y) + 0.5) / 8)
                            }
                        }
                    }
                }
                for n in 0..<points {
                    for m in 0..<points {
                        var sample = 0.0
                        for v in 0..<points {
                            for u in 0..<points {
                                sample +=
                                    coefficients[v * points + u]
                                    * basis(u, (Double(m) + 0.5) / Double(points))
                                    * basis(v, (Double(n) + 0.5) / Double(points))
                            }
                        }
                        result[(by * points + n) * width + bx * points + m] = sample
                    }
                }
            }
        }
        return result
    }

    /// Blurs samples of 16 bits by a plan, to samples.
    private static func blurred(_ plane: [Double], _ plan: PlanePlan, width: Int) -> [Double] {
        let samples = plane.map { UInt16(min(max($0 * 257, 0), 65_535).rounded()) }
        var reduction = PlaneReduction(plan: plan)
        var expansion = PlaneExpansion(plan: plan)
        let height = samples.count / width
        let lowStride = (plan.lowWidth + 63) & ~63
        var low = [Int16](repeating: 0, count: lowStride)
        let outputWidth = plan.columns.outputCount
        var output = [UInt16](repeating: 0, count: 7 * outputWidth)
        var (pushed, result) = (0, [Double]())
        while true {
            if reduction.isHungry {
                let rest = samples.span.extracting(droppingFirst: pushed * width)
                pushed += reduction.push(rest, stride: width, count: height - pushed)
            }
            if expansion.isHungry {
                var rows = low.mutableSpan
                let count = reduction.pull(into: &rows, stride: lowStride, limit: 1)
                precondition(count == 1, "a low row that was not there")
                expansion.push(low.span)
            }
            var rows = output.mutableSpan
            let count = expansion.pull(into: &rows, stride: outputWidth, limit: 7)
            result += output[..<(count * outputWidth)].map { Double($0) / 257 }
            if result.count == outputWidth * plan.rows.outputCount { return result }
        }
    }

    /// Half of the samples along each axis brought to all pixels, by weights of 3/4 and 1/4.
    private static func interpolated(_ plane: [Double]) -> [Double] {
        let (width, height) = (size.width / 2, size.height / 2)
        func sample(_ x: Int, _ y: Int) -> Double {
            plane[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
        }
        return (0..<size.pixelCount).map { index in
            let (x, y) = (index % size.width, index / size.width)
            let (dx, dy) = (x % 2 * 2 - 1, y % 2 * 2 - 1)
            let near = 3 * sample(x / 2, y / 2) + sample(x / 2 + dx, y / 2)
            let far = 3 * sample(x / 2, y / 2 + dy) + sample(x / 2 + dx, y / 2 + dy)
            return (3 * near + far) / 16
        }
    }

    private static func axis(
        _ count: Int,
        _ inputPitch: Int,
        _ outputPitch: Int,
        _ responses: [PlaneResponse]
    ) -> PlaneAxis {
        PlaneAxis(
            inputCount: count / inputPitch,
            outputCount: count / outputPitch,
            inputPitch: inputPitch,
            outputPitch: outputPitch,
            responses: responses
        )
    }

    private static func plan(
        sigma: Double,
        edge: EdgeMode = .clamp,
        _ inputPitch: Int,
        _ outputPitch: Int,
        _ responses: [PlaneResponse]
    ) -> PlanePlan {
        PlanePlan(
            sigma: Float(sigma),
            edge: edge,
            rows: axis(size.height, inputPitch, outputPitch, responses),
            columns: axis(size.width, inputPitch, outputPitch, responses)
        )
    }

    private static func greatestDistance(_ a: [Double], _ b: [Double]) -> Double {
        precondition(a.count == b.count, "planes of different sizes")
        return zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test(arguments: [3, 5, 12, 30] as [Double], [EdgeMode.clamp, .mirror])
    func `blurs color of half the samples as if it were interpolated`(
        sigma: Double,
        edge: EdgeMode
    ) {
        let halved = Self.means(Self.plane(.photo(seed: 91)), 2)
        let expected = Self.reference(Self.interpolated(halved), sigma: sigma, edge: edge)
        let whole = Self.plan(sigma: sigma, edge: edge, 2, 1, [.interpolated])
        let result = Self.blurred(halved, whole, width: Self.size.width / 2)
        #expect(Self.greatestDistance(result, expected) < 0.3)
        let half = Self.plan(sigma: sigma, edge: edge, 2, 2, [.interpolated, .paired])
        let fewer = Self.blurred(halved, half, width: Self.size.width / 2)
        #expect(Self.greatestDistance(fewer, Self.means(expected, 2)) < 0.3)
    }

    @Test(arguments: [3, 5, 12, 30] as [Double])
    func `gives half the samples as means of two`(sigma: Double) {
        let plane = Self.plane(.whiteNoise(seed: 92))
        let expected = Self.means(Self.reference(plane, sigma: sigma, edge: .clamp), 2)
        let plan = Self.plan(sigma: sigma, 1, 2, [.paired])
        let result = Self.blurred(plane, plan, width: Self.size.width)
        #expect(Self.greatestDistance(result, expected) < 0.2)
    }

    @Test(arguments: [(4, 5), (4, 12), (2, 10), (2, 30), (1, 20), (1, 45)] as [(Int, Double)])
    func `allows for blocks that were decoded to fewer samples`(points: Int, sigma: Double) {
        let plane = Self.plane(.photo(seed: 93))
        let expected = Self.reference(plane, sigma: sigma, edge: .mirror)
        let pitch = 8 / points
        let plan = Self.plan(sigma: sigma, edge: .mirror, pitch, 1, [.dct(points: points)])
        let decoded = Self.decoded(plane, points: points)
        let result = Self.blurred(decoded, plan, width: Self.size.width / pitch)
        #expect(Self.greatestDistance(result, expected) < 0.3)
    }

    @Test func `lets planes of different pitch meet at low resolution`() {
        let luma = Self.plan(sigma: 12, 1, 1, [])
        let color = Self.plan(sigma: 12, 2, 2, [.interpolated, .paired])
        let shared = PlanePlan(
            sigma: 12,
            edge: .clamp,
            rows: Self.axis(Self.size.height, 2, 2, []),
            columns: Self.axis(Self.size.width, 2, 2, []),
            coveringRows: luma.lowRows,
            coveringColumns: luma.lowColumns
        )
        #expect(luma.step == color.step)
        #expect(shared.lowRows.contains(luma.lowRows.lowerBound))
        #expect(shared.lowRows.contains(color.lowRows.upperBound))
        #expect(shared.lowColumns.contains(luma.lowColumns.upperBound))
        // What else comes out makes no difference.
        let plane = Self.means(Self.plane(.photo(seed: 94)), 2)
        let alone = Self.blurred(plane, Self.plan(sigma: 12, 2, 2, []), width: Self.size.width / 2)
        #expect(Self.blurred(plane, shared, width: Self.size.width / 2) == alone)
    }

    @Test(arguments: [
        (-32_768, 0), (77 * 256 - 32_768, 77), (77 * 256 - 32_641, 77), (32_767, 255),
    ])
    func `gives bytes of low samples that are 256 times as much`(low: Int, byte: Int) {
        let plan = Self.plan(sigma: 12, 1, 1, [])
        var expansion = PlaneExpansion(plan: plan)
        let row = [Int16](repeating: Int16(low), count: plan.lowWidth)
        while expansion.isHungry { expansion.push(row.span) }
        var bytes = [UInt8](repeating: 99, count: Self.size.width)
        var target = bytes.mutableSpan
        let count = expansion.pull(into: &target, stride: Self.size.width, limit: 1)
        #expect(count == 1)
        #expect(bytes == [UInt8](repeating: UInt8(byte), count: Self.size.width))
    }
}
