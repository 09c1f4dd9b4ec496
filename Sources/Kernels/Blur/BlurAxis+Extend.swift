// SPDX-License-Identifier: Apache-2.0

import Raster

extension EdgeMode {
    /// Fills the samples beyond both edges of a row of signed samples.
    func extend(_ row: inout MutableSpan<Int16>, real: Range<Int>) {
        let (realStart, realEnd, inputCount) = (real.lowerBound, real.upperBound, real.count)
        switch self {
        case .clamp:
            let (first, last) = (row[realStart], row[realEnd - 1])
            for index in 0..<realStart { row[index] = first }
            for index in realEnd..<row.count { row[index] = last }
        case .mirror:
            var bounce = Bounce(count: inputCount, index: 0, direction: 1)
            for index in stride(from: realStart - 1, through: 0, by: -1) {
                row[index] = row[realStart + bounce.next()]
            }
            bounce = Bounce(count: inputCount, index: inputCount - 1, direction: -1)
            for index in realEnd..<row.count { row[index] = row[realStart + bounce.next()] }
        case .normalize, .transparent, .expand:
            for index in 0..<realStart { row[index] = .min }
            for index in realEnd..<row.count { row[index] = .min }
        }
    }

    /// The indices of the samples in a row that is mirrored at both ends: forward and backward,
    /// each end twice.
    private struct Bounce {
        let count: Int
        var index: Int
        var direction: Int

        mutating func next() -> Int {
            let current = index
            index += direction
            if index < 0 || index == count {
                index = current
                direction = -direction
            }
            return current
        }
    }
}
