// SPDX-License-Identifier: Apache-2.0

/// What is different at both ends of a row where what is not real does not count.
struct ColumnNormalization: Sendable {
    private let axis: BlurAxis
    private let coverage: Coverage

    /// The low columns that come of low samples not all of which is real.
    private let uneven: [Int]

    /// For each of them a weight of every low sample around it.
    private let weights: [Int32]

    init(_ axis: BlurAxis, _ coverage: Coverage) {
        self.axis = axis
        self.coverage = coverage
        uneven = coverage.uneven
        weights = uneven.flatMap { coverage.weights(of: $0).map(Int32.init) }
    }

    /// The low columns some of which is real and some is not.
    var partialCount: Int { coverage.partial.count }

    /// The bytes of weights for an axis, at most.
    static func byteCount(_ axis: BlurAxis) -> Int {
        axis.unevenCount * (2 * axis.gaussian.radius + 1) * MemoryLayout<Int32>.stride
    }

    /// Means of what is real of the low columns of which not all is.
    ///
    /// - Parameters:
    ///   - row: The real samples.
    ///   - means: ``partialCount`` elements.
    func average(_ row: Span<Int16>, into means: inout [Int16]) {
        for (index, low) in coverage.partial.enumerated() {
            let support = axis.decimation.support(of: low)
            var sum: Int64 = 0
            for (q, position) in support.enumerated() where row.indices.contains(position) {
                sum += Int64(axis.decimation.weights[q]) * Int64(row[position])
            }
            let weight = Int64(coverage.sum(of: low))
            // Half up: the quotient of twice as much, rounded down.
            let (quotient, rest) = (2 * sum + weight).quotientAndRemainder(dividingBy: 2 * weight)
            means[index] = Int16(rest < 0 ? quotient - 1 : quotient)
        }
    }

    /// Puts means where they belong in a row at low resolution.
    func set(_ means: [Int16], in reached: inout MutableSpan<Int16>) {
        for (index, low) in coverage.partial.enumerated()
        where axis.reached.contains(low) {
            reached[low - axis.reached.lowerBound] = means[index]
        }
    }

    /// Blurs along a row where it comes of low samples not all of which is real.
    func blur(_ reached: Span<Int16>, into result: inout MutableSpan<Int16>) {
        let count = 2 * axis.gaussian.radius + 1
        for (index, low) in uneven.enumerated() {
            let first = low - axis.results.lowerBound
            var sum: Int32 = 1 << 14
            for n in 0..<count { sum += weights[index * count + n] * Int32(reached[first + n]) }
            result[first] = Int16(sum >> 15)
        }
    }
}
