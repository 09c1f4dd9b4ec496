// SPDX-License-Identifier: Apache-2.0

/// The blur near both ends of a row for the edge mode `normalize`, without samples beyond the
/// edges.
struct ColumnNormalization: Sendable {
    private let axis: BlurAxis
    private let coverage: Coverage

    /// The positions of the low-resolution columns whose Gaussian reads samples made partly from
    /// beyond an edge.
    private let uneven: [Int]

    /// The Gaussian weights of the low-resolution samples around each column in ``uneven``.
    private let weights: [Int32]

    init(_ axis: BlurAxis, _ coverage: Coverage) {
        self.axis = axis
        self.coverage = coverage
        uneven = coverage.uneven
        weights = uneven.flatMap { coverage.weights(of: $0).map(Int32.init) }
    }

    /// The number of low-resolution columns made from samples inside the plane and beyond its
    /// edge.
    var partialCount: Int { coverage.partial.count }

    /// The greatest number of bytes that the weights of an axis occupy.
    static func byteCount(_ axis: BlurAxis) -> Int {
        axis.unevenCount * (2 * axis.gaussian.radius + 1) * MemoryLayout<Int32>.stride
    }

    /// Averages the samples inside the plane for each low-resolution column that also reaches
    /// beyond an edge.
    ///
    /// - Parameters:
    ///   - row: The samples inside the plane.
    ///   - means: The averages, ``partialCount`` elements.
    func average(_ row: Span<Int16>, into means: inout [Int16]) {
        for (index, low) in coverage.partial.enumerated() {
            let support = axis.decimation.support(of: low)
            var sum: Int64 = 0
            for (q, position) in support.enumerated() where row.indices.contains(position) {
                sum += Int64(axis.decimation.weights[q]) * Int64(row[position])
            }
            let weight = Int64(coverage.sum(of: low))
            // Half up: the quotient of twice the sum, rounded down.
            let (quotient, rest) = (2 * sum + weight).quotientAndRemainder(dividingBy: 2 * weight)
            means[index] = Int16(rest < 0 ? quotient - 1 : quotient)
        }
    }

    /// Writes the averages of columns near the edges into a low-resolution row.
    func set(_ means: [Int16], in reached: inout MutableSpan<Int16>) {
        for (index, low) in coverage.partial.enumerated()
        where axis.reached.contains(low) {
            reached[low - axis.reached.lowerBound] = means[index]
        }
    }

    /// Blurs a low-resolution row near its ends, where results depend on samples beyond the edge.
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
