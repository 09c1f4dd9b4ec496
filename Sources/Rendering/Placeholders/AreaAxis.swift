// SPDX-License-Identifier: Apache-2.0

/// The cells along one side of a grid, with the samples of an image that each cell covers in part.
struct AreaAxis {
    /// A cell that covers a range of samples, the first and the last perhaps only in part.
    struct Cell {
        /// The range of samples that overlap the cell.
        let samples: Range<Int>
        /// The fraction of the cell that its first sample covers.
        let firstShare: Double
        /// The fraction of the cell that its last sample covers, if it has several.
        let lastShare: Double
        /// The fraction of the cell that each sample between the first and the last covers.
        let innerShare: Double

        /// Returns the fraction of the cell that a sample covers.
        func share(of sample: Int) -> Double {
            if sample == samples.lowerBound { return firstShare }
            return sample == samples.upperBound - 1 ? lastShare : innerShare
        }
    }

    /// The cells, from the start of the side to its end.
    let cells: [Cell]

    /// Divides one side of an image into cells of equal length.
    ///
    /// - Parameters:
    ///   - length: The length of the side, in pixels.
    ///   - count: The number of cells.
    ///   - pitch: The pixels per sample; the last sample may cover pixels beyond the side.
    init(length: Int, count: Int, pitch: Int = 1) {
        let sampleCount = (length + pitch - 1) / pitch
        cells = (0..<count).map { index in
            let start = Double(length * index) / Double(count * pitch)
            let end = Double(length * (index + 1)) / Double(count * pitch)
            let last = min(Int(end.rounded(.up)), sampleCount)
            let first = min(Int(start), last - 1)
            func share(of sample: Int) -> Double {
                let covered = min(Double(sample + 1), end) - max(Double(sample), start)
                return max(0, covered) / (end - start)
            }
            return Cell(
                samples: first..<last,
                firstShare: share(of: first),
                lastShare: share(of: last - 1),
                innerShare: 1 / (end - start)
            )
        }
    }
}
