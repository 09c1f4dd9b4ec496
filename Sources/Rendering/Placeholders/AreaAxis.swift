// SPDX-License-Identifier: Apache-2.0

/// The cells along one side of a grid over samples that may end between them.
struct AreaAxis {
    /// A cell.
    struct Cell {
        /// The samples that the cell touches.
        let samples: Range<Int>
        /// The part of the cell that the first of them covers.
        let firstShare: Double
        /// The part of the cell that the last of them covers, if there are several.
        let lastShare: Double
        /// The part of the cell that any other of them covers.
        let innerShare: Double

        /// The part of the cell that a sample covers.
        func share(of sample: Int) -> Double {
            if sample == samples.lowerBound { return firstShare }
            return sample == samples.upperBound - 1 ? lastShare : innerShare
        }
    }

    /// The cells.
    let cells: [Cell]

    /// Divides a side of a picture.
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
