// SPDX-License-Identifier: Apache-2.0

/// The total alpha of the pixels with each sample of 16 bits in a channel.
package struct Histogram: Sendable {
    /// The total alpha for each sample, where an opaque pixel counts as 65,535.
    package var weights: [UInt64]

    /// Creates a histogram of no pixels.
    package init() { weights = Array(repeating: 0, count: 65_536) }

    /// The size of a histogram, in bytes.
    package static var byteCount: Int { 65_536 * MemoryLayout<UInt64>.stride }

    /// The total alpha of all pixels.
    package var total: UInt64 { weights.reduce(0, &+) }
}

extension ToneCurves {
    /// Creates the function that a table holds for samples of 16 bits.
    ///
    /// - Parameter table: 65,536 results from 0 to 1.
    /// - Returns: The function.
    static func curve(_ table: [Double]) -> @Sendable (Double) -> Double {
        { table[Int(($0 * 65_535).rounded())] }
    }
}
