// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Codecs

@Suite struct PNGFilterTests {
    private static let margin = PNGRowFilter.margin

    /// A row with its margins, at the end of which memory ends.
    private static func row(_ bytes: [UInt8]) -> GuardedRow<UInt8> {
        let margin = [UInt8](repeating: 0, count: margin)
        return GuardedRow(margin + bytes + margin)
    }

    private static func expected(
        _ filter: PNGFilter,
        _ row: [UInt8],
        _ above: [UInt8],
        _ pixelByteCount: Int
    ) -> [UInt8] {
        row.indices.map { x in
            let before = x - pixelByteCount
            let prediction = filter.prediction(
                left: before < 0 ? 0 : row[before],
                above: above[x],
                corner: before < 0 ? 0 : above[before]
            )
            return row[x] &- prediction
        }
    }

    /// Bytes that are near each other or far apart, so that every case of a prediction occurs.
    private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let spread = UInt8([1, 3, 255].randomElement(using: &generator) ?? 1)
        return (0..<count).map { _ in UInt8.random(in: 0...spread, using: &generator) &* 85 }
    }

    @Test(arguments: PNGFilter.allCases, [1, 2, 3, 4, 6, 8])
    func `vectors give what the specification gives`(filter: PNGFilter, pixelByteCount: Int) {
        var generator = SeededGenerator(seed: UInt64(pixelByteCount))
        for count in [1, 2, 3, 5, 8, 15, 16, 17, 31, 32, 33, 64, 100, 257, 1000] {
            let row = Self.bytes(count, &generator)
            let above = Self.bytes(count, &generator)
            var target = GuardedRow<UInt8>(count: count + 1 + Self.margin)
            var span = target.mutableSpan
            filter.apply(
                to: Self.row(row).span,
                above: Self.row(above).span,
                byteCount: count,
                pixelByteCount: pixelByteCount,
                into: &span,
                at: 1
            )
            let expected = Self.expected(filter, row, above, pixelByteCount)
            #expect(Array(target.prefix(count + 1).dropFirst()) == expected, "\(count) bytes")
        }
    }

    /// Tests all orders of a byte's three neighbors, with values in steps.
    @Test func `Paeth's choice is right wherever the corner lies`() {
        let levels: [UInt8] = [0, 1, 2, 63, 64, 100, 127, 128, 129, 200, 254, 255]
        for left in levels {
            for above in levels {
                for corner in levels {
                    let row = [left, 0]
                    let before = [corner, above]
                    var target = GuardedRow<UInt8>(count: 2 + Self.margin)
                    var span = target.mutableSpan
                    PNGFilter.paeth.apply(
                        to: Self.row(row).span,
                        above: Self.row(before).span,
                        byteCount: 2,
                        pixelByteCount: 1,
                        into: &span,
                        at: 0
                    )
                    let expected = Self.expected(.paeth, row, before, 1)
                    #expect(target.prefix(2) == expected, "\(left) \(above) \(corner)")
                }
            }
        }
    }

    /// A slope, rows that repeat, and a row of which one part repeats and the other is even.
    @Test(arguments: [PNGFilter.sub, .up, .paeth])
    func `chooses the filter that leaves least`(filter: PNGFilter) {
        let level: (Int, Int) -> Int =
            switch filter {
            case .sub: { x, y in x * 3 + y * 101 }
            case .up: { x, _ in x * x * 37 }
            default: { x, y in x < 200 ? x * x * 37 : y * 101 }
            }
        let count = 400
        var rows = PNGRowFilter(byteCount: count, pixelByteCount: 1)
        var target = GuardedRow<UInt8>(count: count + 1 + Self.margin)
        for y in 0..<3 {
            let row = (0..<count).map { UInt8(truncatingIfNeeded: level($0, y)) }
            var span = target.mutableSpan
            rows.filter(row.span, into: &span)
        }
        #expect(target.prefix(1) == [filter.rawValue])
    }
}
