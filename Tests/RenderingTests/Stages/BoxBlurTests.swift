// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import Testing

@testable import Rendering

/// Three boxes against their definitions.
@Suite struct BoxBlurTests {
    /// The positions that a result at 0 comes of, and their weights: three boxes by the words of the
    /// specification.
    private func weights(_ d: Int) -> [Int: Double] {
        func box(_ range: ClosedRange<Int>) -> [Int] { Array(range) }
        let boxes: [[Int]]
        if d % 2 == 1 {
            boxes = Array(repeating: box(-(d / 2)...(d / 2)), count: 3)
        } else {
            boxes = [
                box((-d / 2)...(d / 2 - 1)), box((-d / 2 + 1)...(d / 2)), box((-d / 2)...(d / 2)),
            ]
        }
        var weights = [0: 1.0]
        for box in boxes {
            var next: [Int: Double] = [:]
            for (position, weight) in weights {
                for offset in box {
                    next[position + offset, default: 0] += weight / Double(box.count)
                }
            }
            weights = next
        }
        return weights
    }

    /// What a result along an axis comes of, for each.
    private func rows(_ count: Int, _ d: Int, _ edge: EdgeMode) -> [[Double]] {
        let weights = weights(d)
        return (0..<count).map { position in
            var row = [Double](repeating: 0, count: count)
            for (offset, weight) in weights {
                switch edge {
                case .clamp:
                    row[min(max(position + offset, 0), count - 1)] += weight
                case .mirror:
                    var folded = position + offset
                    while !(0..<count).contains(folded) {
                        folded = folded < 0 ? -1 - folded : 2 * count - 1 - folded
                    }
                    row[folded] += weight
                case .normalize, .transparent, .expand:
                    if row.indices.contains(position + offset) { row[position + offset] += weight }
                }
            }
            let sum = edge == .normalize ? row.reduce(0, +) : 1
            return row.map { $0 / sum }
        }
    }

    @Test(
        arguments: [ChannelLayout.gray, .rgba],
        [EdgeMode.clamp, .mirror, .normalize, .transparent]
    )
    func `css boxes are the boxes of the specification`(
        layout: ChannelLayout,
        edge: EdgeMode
    ) throws {
        for sigma in [0.2, 0.6, 1.1, 2, 10, 31.5] as [Float] {
            let d = Int(Double(sigma) * 3 * sqrt(2 * Double.pi) / 4 + 0.5)
            for size in oddSizes where size.pixelCount < 600 {
                let picture = Picture.deepNoise(size, layout)
                let source = ExactPicture(picture).premultiplied
                var expected = source
                if d > 1 {
                    let (across, down) = (rows(size.width, d, edge), rows(size.height, d, edge))
                    let wide = ExactPicture(size: size) { x, y in
                        (0..<size.width).reduce(SIMD4()) { $0 + source[$1, y] * across[x][$1] }
                    }
                    expected = ExactPicture(size: size) { x, y in
                        (0..<size.height).reduce(SIMD4()) { $0 + wide[x, $1] * down[y][$1] }
                    }
                }
                let blur = try BoxBlur(sigma: sigma, kind: .css3box, edge: edge)
                let result = try picture.rendered([.boxBlur(blur)])
                let distance = ExactPicture(result).distance(to: expected.unpremultiplied)
                #expect(distance < 2.6, "\(size), \(sigma)")
            }
        }
    }

    /// One box of d × d in whole numbers.
    private func box(_ plane: [Int], _ size: PixelSize, _ radius: Int) -> [Int] {
        (0..<size.pixelCount).map { index in
            let (x, y) = (index % size.width, index / size.width)
            var sum = 0
            for v in (y - radius)...(y + radius) {
                let row = min(max(v, 0), size.height - 1) * size.width
                for u in (x - radius)...(x + radius) {
                    sum += plane[row + min(max(u, 0), size.width - 1)]
                }
            }
            let count = (2 * radius + 1) * (2 * radius + 1)
            return (2 * sum + count) / (2 * count)
        }
    }

    @Test(arguments: [ChannelLayout.gray, .rgb], [0.2, 0.7, 1, 2.2] as [Float])
    func `apple boxes are rounded to bytes each time`(layout: ChannelLayout, sigma: Float) throws {
        let d = Int(Double(sigma) * 3 * sqrt(2 * Double.pi) / 4 + 0.5)
        for size in oddSizes where size.pixelCount < 600 {
            let picture = Picture.deepNoise(size, layout)
            let blur = try BoxBlur(sigma: sigma, kind: .apple3box, edge: .clamp)
            let result = try picture.rendered([.boxBlur(blur)])
            for channel in 0..<layout.channelCount {
                let start = channel * size.pixelCount
                var plane = picture.samples[start..<(start + size.pixelCount)].map {
                    (Int($0) + 128) / 257
                }
                for _ in 0..<3 { plane = box(plane, size, d % 2 == 1 ? d / 2 : (d + 1) / 2) }
                let actual = result.samples[start..<(start + size.pixelCount)].map { Int($0) }
                #expect(actual == plane.map { $0 * 257 }, "\(size)")
            }
        }
    }

    @Test func `the widest boxes stay exact`() throws {
        let gray = Picture(PixelSize(width: 70, height: 40), .gray) { _, _, _ in 200 * 257 }
        for sigma in [999, 1_000] as [Float] {
            for edge in [EdgeMode.clamp, .mirror, .normalize] {
                let blur = try BoxBlur(sigma: sigma, kind: .css3box, edge: edge)
                #expect(try gray.rendered([.boxBlur(blur)]) == gray)
            }
            let blur = try BoxBlur(sigma: sigma, kind: .apple3box, edge: .clamp)
            #expect(try gray.rendered([.boxBlur(blur)]) == gray)
        }
    }

    @Test(arguments: [1, 2, 9, 40], [EdgeMode.clamp, .mirror, .normalize])
    func `keeps no more rows than it counts`(width: Int, edge: EdgeMode) throws {
        let kernel = BoxKernel(boxes: [width, width, width % 2 == 0 ? width + 1 : width])
        for height in [1, 30, 400] {
            let size = PixelSize(width: 5, height: height)
            let boxes = BoxBlurStage(
                ConstantSource<Premultiplied>(size, .gray),
                kernel: kernel,
                edge: edge
            )
            let bytes = ByteBoxStage(ConstantSource<Premultiplied>(size, .gray), radius: width)
            let planned = (boxes.queueCapacity, bytes.queueCapacity)
            #expect(try drain(boxes) == height && drain(bytes) == height)
            #expect((boxes.queueCapacity, bytes.queueCapacity) == planned)
        }
    }
}
