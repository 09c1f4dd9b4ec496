// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Codecs

/// The greatest means and coefficients that are read without the library, and those beyond them.
@Suite struct JPEGScanRangeTests {
    @Test func `means that are too far off are left to the library`() {
        for (mean, divisor, isRead) in [
            (2047, 1, true), (-2047, 1, true), (2047, 2, false), (-2047, 2, false), (1023, 2, true),
            (2048, 1, false), (8000, 1, false), (8, 255, true), (9, 255, false),
        ] {
            var scan = HandMadeScan(width: 24, height: 24, factors: [(1, 1)])
            scan.divisors[0] = UInt8(divisor)
            var count = 0
            let bytes = scan.file { _ in
                count += 1
                return [count == 7 ? mean : 0] + [Int](repeating: 0, count: 63)
            }
            #expect(ScanOutcome(bytes, .eager).isRead == isRead, "\(mean) times \(divisor)")
            ScanOutcome.expectVerdict(bytes, "\(mean) times \(divisor)")
        }
        // Each difference is one of 8-bit samples; what they add up to is not.
        let scan = HandMadeScan(width: 64, height: 64, factors: [(1, 1)])
        var mean = 0
        let bytes = scan.file { _ in
            mean += 2000
            return [mean] + [Int](repeating: 0, count: 63)
        }
        #expect(!ScanOutcome(bytes, .eager).isRead)
        ScanOutcome.expectVerdict(bytes, "means that grow")
    }

    /// Blocks with every sum of a column at the limit, in one row or in several, of any signs.
    @Test func `samples are exact up to the greatest sum of a column`() throws {
        var generator = SeededGenerator(seed: 31)
        for (rowCount, divisor) in [(1, 3), (2, 2), (3, 7), (8, 1), (8, 5)] {
            for first in 0..<8 {
                let bytes = Self.columns(of: 2897, divisor: divisor) { column in
                    let rows = (0..<rowCount).map { (first + $0 * (column % 2 + 1)) % 8 }
                    return (Set(rows).sorted(), Bool.random(using: &generator) ? 1 : -1)
                }
                #expect(try Self.isExact(bytes))
                ScanOutcome.expectLibrary(bytes, isRead: true, "\(rowCount) rows, \(divisor)")
            }
        }
    }

    @Test func `coefficients beyond those of samples are known`() throws {
        for (sum, isExact) in [(2896, true), (2897, true), (2898, false), (9000, false)] {
            let divisor = sum > 3000 ? 10 : 1
            let bytes = Self.columns(of: sum, divisor: divisor) { column in
                (column == 5 ? [1, 2, 3] : [], column % 2 == 0 ? 1 : -1)
            }
            #expect(try Self.isExact(bytes) == isExact, "\(sum)")
            ScanOutcome.expectVerdict(bytes, "\(sum)")
        }
    }

    /// A file whose blocks have the same sum of magnitudes in each column, divided among some rows.
    private static func columns(
        of sum: Int,
        divisor: Int,
        _ choice: (_ column: Int) -> (rows: [Int], sign: Int)
    ) -> [UInt8] {
        var scan = HandMadeScan(width: 64, height: 64, factors: [(1, 1)])
        scan.divisors = [UInt8](repeating: UInt8(divisor), count: 64)
        return scan.file { _ in
            var block = [Int](repeating: 0, count: 64)
            for column in 0..<8 {
                let (rows, sign) = choice(column)
                var rest = sum / divisor
                for (index, row) in rows.enumerated() {
                    let share = min(
                        rest / (rows.count - index),
                        row + column == 0 ? 2047 / divisor : 1023
                    )
                    rest -= share
                    block[8 * row + column] = index % 2 == 0 ? sign * share : -sign * share
                }
            }
            return JPEGHuffmanEncoder.zigzag.map { block[Int($0)] }
        }
    }

    /// Whether all groups of a file are exact, where this module's decoder reads it.
    private static func isExact(_ bytes: [UInt8]) throws -> Bool {
        var decoder = try JPEGPlaneDecoder(bytes, reading: .eager)
        var coded = CodedRows(decoder.planes)
        var isExact = true
        repeat {
            try decoder.readRows(into: &coded)
            isExact = isExact && coded.isExact
        } while coded.group != nil
        let isRead = decoder.readsScan
        #expect(isRead)
        return isExact
    }
}
