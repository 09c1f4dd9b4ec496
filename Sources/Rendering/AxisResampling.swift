// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How samples along an axis become more, by linear interpolation, or fewer, by the means of what they
/// cover.
struct AxisResampling {
    private let starts: [Int]
    private let weightsOf: [[Float]]

    /// Prepares weights.
    ///
    /// - Parameters:
    ///   - count: The samples that there are.
    ///   - resultCount: The samples that come out.
    init(from count: Int, to resultCount: Int) {
        let scale = Double(count) / Double(resultCount)
        var starts: [Int] = []
        var weightsOf: [[Float]] = []
        for result in 0..<resultCount {
            if count > resultCount {
                let (first, end) = (Double(result) * scale, Double(result + 1) * scale)
                let start = Int(first)
                let last = min(count, Int(ceil(end)))
                starts.append(start)
                weightsOf.append(
                    (start..<last).map { sample in
                        let covered = min(end, Double(sample + 1)) - max(first, Double(sample))
                        return Float(covered / scale)
                    }
                )
            } else {
                let position = max((Double(result) + 0.5) * scale - 0.5, 0)
                let start = min(Int(position), count - 1)
                let rest = Float(position - Double(start))
                starts.append(start)
                weightsOf.append(rest > 0 && start + 1 < count ? [1 - rest, rest] : [1])
            }
        }
        self.starts = starts
        self.weightsOf = weightsOf
    }

    /// What a result comes of.
    func sources(of result: Int) -> Range<Int> {
        starts[result]..<(starts[result] + weightsOf[result].count)
    }

    /// How much of each of its sources there is in a result.
    func weights(of result: Int) -> [Float] { weightsOf[result] }

    /// The results along a row.
    func resample(_ row: [Float]) -> [Float] {
        starts.indices.map { result in
            var sum: Float = 0
            for (index, weight) in weightsOf[result].enumerated() {
                sum += weight * row[starts[result] + index]
            }
            return sum
        }
    }
}
