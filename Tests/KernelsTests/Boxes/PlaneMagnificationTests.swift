// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Kernels

@Suite struct PlaneMagnificationTests {
    /// The source position of a pixel, in `Double`.
    private func source(_ position: Int, _ factor: Double, _ count: Int) -> Double {
        let center = Double(count) / 2
        let moved = center + (Double(position) + 0.5 - center) / factor - 0.5
        return min(max(moved, 0), Double(count - 1))
    }

    @Test(arguments: [1, 1.01, 1.04, 1.5, 2, 10], [1, 2, 3, 16, 33, 100])
    func `is the linear interpolation of the picture`(factor: Double, side: Int) {
        var generator = SeededGenerator(seed: 91)
        for size in [
            PixelSize(width: side, height: side), PixelSize(width: side, height: 1),
            PixelSize(width: 1, height: side), PixelSize(width: 7, height: side),
        ] {
            let samples = generator.samples(size.pixelCount)
            let picture = Band<Straight>(layout: .gray, width: size.width, height: size.height) {
                samples[$1 * size.width + $2]
            }
            var rows = PlaneMagnification(size: size, factor: factor)
            var result = Band<Straight>(layout: .gray, width: size.width, capacity: 1)
            for y in 0..<size.height {
                let (upper, lower) = rows.rows(of: y)
                var target = result.mutableRow(0, of: 0)
                rows.makeRow(
                    y,
                    of: picture.row(upper, of: 0),
                    picture.row(lower, of: 0),
                    into: &target
                )
                let v = source(y, factor, size.height)
                for x in 0..<size.width {
                    let u = source(x, factor, size.width)
                    func sample(_ x: Int, _ y: Int) -> Double {
                        Double(
                            samples[min(y, size.height - 1) * size.width + min(x, size.width - 1)]
                        )
                    }
                    let (s, t) = (u - u.rounded(.down), v - v.rounded(.down))
                    let above = sample(Int(u), Int(v)) * (1 - s) + sample(Int(u) + 1, Int(v)) * s
                    let below =
                        sample(Int(u), Int(v) + 1) * (1 - s) + sample(Int(u) + 1, Int(v) + 1) * s
                    let exact = above * (1 - t) + below * t
                    #expect(abs(Double(result.row(0, of: 0)[x]) - exact) < 2, "\(size) \(x) \(y)")
                }
            }
        }
    }

    @Test func `leaves a picture that does not grow bit for bit`() {
        let size = PixelSize(width: 19, height: 5)
        var rows = PlaneMagnification(size: size, factor: 1)
        let picture = Band<Straight>(layout: .gray, width: 19, height: 5) { _, y, x in
            UInt16(x * 3_000 + y)
        }
        var result = Band<Straight>(layout: .gray, width: 19, height: 5) { _, _, _ in 0 }
        for y in 0..<5 {
            let (upper, lower) = rows.rows(of: y)
            var target = result.mutableRow(y, of: 0)
            rows.makeRow(y, of: picture.row(upper, of: 0), picture.row(lower, of: 0), into: &target)
        }
        #expect(result.allSamples() == picture.allSamples())
    }
}
