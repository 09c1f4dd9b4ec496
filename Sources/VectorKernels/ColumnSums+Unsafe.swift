// SPDX-License-Identifier: Apache-2.0

import CVector

/// A vector of signed 16-bit samples.
typealias Wide = cv_signed_samples

/// A vector of 32-bit sums, half as many as ``Wide`` has samples.
typealias WideSums = cv_sums

/// The three running sums of each column in a vector of columns.
struct ColumnSums {
    /// The sums for the lower and the upper halves of lanes.
    typealias Sums = (low: WideSums, high: WideSums)

    var newest: Sums
    var newer: Sums
    var older: Sums

    /// Adds two weighted rows to each of the three sums.
    @inline(__always)
    mutating func add(_ first: Wide, _ second: Wide, _ weights: PairWeights) {
        let (low, high) = (cv_zip_low_w(first, second), cv_zip_high_w(first, second))
        newest.low &+= cv_multiply_add_w(low, weights.newest)
        newest.high &+= cv_multiply_add_w(high, weights.newest)
        newer.low &+= cv_multiply_add_w(low, weights.newer)
        newer.high &+= cv_multiply_add_w(high, weights.newer)
        older.low &+= cv_multiply_add_w(low, weights.older)
        older.high &+= cv_multiply_add_w(high, weights.older)
    }
}

/// The weights of a pair of rows in each of the three sums.
struct PairWeights {
    let newest: Wide
    let newer: Wide
    let older: Wide

    /// Loads the pair of weights for each of the three sums; the caller has checked the index.
    @inline(__always)
    init(_ weights: Span<Int32>, at index: Int) {
        // SAFETY: the caller has checked three weights for every pair.
        newest = cv_repeat_pair_w(unsafe weights[unchecked: index])
        newer = cv_repeat_pair_w(unsafe weights[unchecked: index &+ 1])
        older = cv_repeat_pair_w(unsafe weights[unchecked: index &+ 2])
    }
}

extension VectorKernels {
    /// The number of samples in a vector.
    @inline(__always)
    static var lanes: Int { cv_width() }

    /// Rounds a count up to a multiple of the number of samples in a vector.
    @inline(__always)
    static func padded(_ count: Int) -> Int { (count &+ lanes &- 1) & ~(lanes &- 1) }

    /// The position of a column's sum in a row of sums: each vector holds the lower halves of all
    /// lanes first.
    @inline(__always)
    static func place(of x: Int) -> Int {
        let (group, index) = (x & ~(lanes &- 1), x & (lanes &- 1))
        return group + (index & 4 == 0 ? 0 : lanes / 2) + index / 8 * 4 + index & 3
    }

    @inline(__always)
    static func sums(_ source: UnsafePointer<Int32>) -> ColumnSums.Sums {
        // SAFETY: the caller has checked a vector of samples.
        unsafe (
            source.vector(WideSums.self, at: 0), source.vector(WideSums.self, at: lanes / 2)
        )
    }

    @inline(__always)
    static func store(_ sums: ColumnSums.Sums, _ target: UnsafeMutablePointer<Int32>) {
        // SAFETY: the caller has checked a vector of samples.
        unsafe target.store(sums.low, at: 0)
        unsafe target.store(sums.high, at: lanes / 2)
    }
}
