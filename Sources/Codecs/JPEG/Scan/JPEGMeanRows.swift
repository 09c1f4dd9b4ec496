// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The quantized means (DC coefficients) of the blocks in one MCU row.
struct JPEGMeanRows: ~Copyable {
    /// The rows of blocks of all components, in the order of the scan's MCUs.
    let runs: [JPEGMCURun]

    /// The index of the first mean of each row of blocks.
    private let starts: [Int]
    private var means: Samples<Int16>

    /// Allocates the means of an MCU row, all zero.
    ///
    /// - Parameter planes: The image planes.
    init(_ planes: JPEGPlanes) {
        runs = JPEGBlockRows.runs(planes)
        var (starts, count): ([Int], Int) = ([], 0)
        for run in runs {
            starts.append(count)
            count += run.mcuCount * run.blocksPerMCU
        }
        self.starts = starts
        means = Samples(repeating: 0, count: count)
    }

    /// Gives read access to the means of a row of blocks: their quantized DC coefficients.
    @_lifetime(borrow self)
    func means(ofRun index: Int) -> Span<Int16> {
        means.span(
            starts[index]..<(starts[index] + runs[index].mcuCount * runs[index].blocksPerMCU)
        )
    }
}

extension JPEGMeanRows: JPEGScanTarget {
    mutating func clear(for transforms: [InverseTransform]) {}

    mutating func read(
        _ mcus: Range<Int>,
        _ codes: JPEGHuffmanDecoder,
        _ bytes: borrowing JPEGScanBytes,
        limit: Int,
        state: inout JPEGScanState
    ) -> Int? {
        let (count, runs, starts) = (means.count, runs, starts)
        var means = means.mutableSpan(0..<count)
        return codes.readMeans(
            mcus,
            runs: runs,
            starts: starts,
            bytes: bytes.bytes.span(0..<bytes.bytes.count),
            limit: limit,
            state: &state,
            into: &means
        )
    }
}
