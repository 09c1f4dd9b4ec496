// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func markCrossings(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        least: UInt16,
        greatest: UInt16,
        in marks: inout MutableSpan<UInt8>
    ) {
        func side(_ sample: UInt16) -> Int { sample < least ? -1 : sample > greatest ? 1 : 0 }
        for x in 0..<marks.count {
            let isCrossing = side(row[x]) != side(above[x])
            if isCrossing || (x > 0 && side(row[x]) != side(row[x - 1])) { marks[x] = 1 }
        }
    }

    package static func markSteps(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        limit: UInt16,
        in marks: inout MutableSpan<UInt8>
    ) {
        func isStep(_ one: UInt16, _ other: UInt16) -> Bool {
            max(one, other) - min(one, other) > limit
        }
        for x in 0..<marks.count {
            if isStep(row[x], above[x]) || (x > 0 && isStep(row[x], row[x - 1])) { marks[x] = 1 }
        }
    }
}
