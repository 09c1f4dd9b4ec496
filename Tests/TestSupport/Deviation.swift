// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How far samples lie from what they should be, in levels of 255.
package struct Deviation: Sendable {
    /// The greatest distance before rounding to 8 bits.
    package private(set) var greatest = 0.0
    /// The greatest distance after rounding both to 8 bits.
    package private(set) var greatestRounded = 0.0
    private var squares = 0.0
    private var roundedSquares = 0.0
    private var sum = 0.0
    private var count = 0.0

    /// Starts with no samples.
    package init() {}

    /// Compares samples.
    ///
    /// - Parameters:
    ///   - actual: 16-bit samples.
    ///   - expected: What they should be, in the range of 16-bit samples.
    package mutating func add(_ actual: [UInt16], expected: [Double]) {
        precondition(actual.count == expected.count, "not the same samples")
        for (sample, exact) in zip(actual, expected) {
            let (level, exactLevel) = (Double(sample) / 257, exact / 257)
            let error = level - exactLevel
            greatest = max(greatest, abs(error))
            squares += error * error
            sum += error
            greatestRounded = max(greatestRounded, abs(level.rounded() - exactLevel.rounded()))
            let rounded = level.rounded() - exactLevel
            roundedSquares += rounded * rounded
            count += 1
        }
    }

    /// Adds the samples of another comparison.
    package mutating func add(_ other: Deviation) {
        greatest = max(greatest, other.greatest)
        greatestRounded = max(greatestRounded, other.greatestRounded)
        squares += other.squares
        roundedSquares += other.roundedSquares
        sum += other.sum
        count += other.count
    }

    /// The signal-to-noise ratio of samples rounded to 8 bits against unrounded expectations, in
    /// dB of the peak 255; rounding alone gives 58.9.
    package var roundedPSNR: Double { 10 * log10(255 * 255 / max(roundedSquares / count, 1e-30)) }

    /// The signal-to-noise ratio before rounding to 8 bits.
    package var psnr: Double { 10 * log10(255 * 255 / max(squares / count, 1e-30)) }

    /// The mean of the signed error.
    package var mean: Double { sum / count }
}
