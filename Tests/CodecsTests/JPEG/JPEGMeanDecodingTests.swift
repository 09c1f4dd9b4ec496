// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport
import Testing

@testable import Codecs

@Suite struct JPEGMeanDecodingTests {
    /// The means of the blocks in whole planes, in levels of 255.
    private static func means(of planes: StoredPlanes, _ plane: Int) -> [[Double]] {
        let shape = planes.shape(plane)
        return stride(from: 0, to: shape.height, by: 8).map { top in
            stride(from: 0, to: shape.width, by: 8).map { left in
                var (sum, count) = (0, 0)
                for y in top..<min(top + 8, shape.height) {
                    for x in left..<min(left + 8, shape.width) {
                        sum += Int(planes[plane, y, x])
                        count += 1
                    }
                }
                return Double(sum) / Double(count)
            }
        }
    }

    @Test(
        arguments: JPEGPlaneDecodingTests.names,
        [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce, .never].indices
    )
    func `is the means of the samples, whoever decodes`(name: String, way: Int) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let planes = try StoredPlanes(bytes)
        let reading = [JPEGPlaneDecoder.ScanReading.eager, .eagerAtOnce, .never][way]
        var decoder = try JPEGMeanDecoder(bytes: bytes, reading: reading)
        while try decoder.decodeGroup() {}
        for (index, plane) in decoder.planes.enumerated() {
            let expected = Self.means(of: planes, index)
            #expect(expected.count == plane.height)
            #expect(expected[0].count == plane.width)
            let shape = planes.shape(index)
            // A block at an edge has samples beyond it, which count for its mean.
            for y in 0..<(shape.height / 8) {
                for x in 0..<(shape.width / 8) {
                    let mean = Double(plane.samples[y * plane.width + x]) / 257
                    #expect(abs(mean - expected[y][x]) <= 1, "plane \(index), \(x), \(y)")
                }
            }
        }
    }

    @Test(arguments: [(1, 1), (7, 9), (17, 33), (130, 70), (129, 71)])
    func `agrees with the library at any size`(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        for subsampling in JPEGOptions.Subsampling.allCases {
            let bytes = try Picture.slopes(size, .rgb).encoded(
                .jpeg(JPEGOptions(subsampling: subsampling))
            )
            let library = MeanOutcome(bytes, .never)
            let found = MeanOutcome(bytes, .eager)
            #expect(found.error == nil && library.error == nil)
            #expect(found.groupCount == library.groupCount)
            for (one, other) in zip(found.planes, library.planes) {
                #expect(one.width == other.width && one.height == other.height)
                let columns = width / one.horizontalPitch
                for y in 0..<(height / one.verticalPitch) {
                    for x in 0..<columns {
                        let index = y * one.width + x
                        let difference = Int(one.samples[index]) - Int(other.samples[index])
                        #expect(abs(difference) <= 257, "\(x), \(y)")
                    }
                }
            }
        }
    }

    @Test(arguments: ["yuv420", "gray", "restarts", "progressive"])
    func `a file cut anywhere is an error`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            let outcome = MeanOutcome(Array(bytes[..<count]), .eager)
            #expect(outcome.error != nil, "cut to \(count)")
        }
    }

    @Test func `full blocks, long codes and runs of zeros are passed over`() {
        var generator = SeededGenerator(seed: 3)
        let scan = HandMadeScan(width: 96, height: 64, factors: [(2, 1), (1, 1), (1, 1)])
        let bytes = scan.file { _ in
            var block = HandMadeScan.block(&generator)
            // Every coefficient, or a few after more zeros than a code has.
            let isFull = generator.next() & 1 == 0
            for index in 1..<64 where isFull { block[index] = Int(generator.next() % 1000) + 1 }
            for index in 1..<64 where !isFull { block[index] = index % 29 == 0 ? 1 : 0 }
            return block
        }
        let outcome = MeanOutcome(bytes, .eager)
        #expect(outcome.error == nil)
        MeanOutcome.expectLibrary(bytes, .strict, "hand-made")
    }
}
