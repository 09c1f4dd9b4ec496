// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The part of a scan that its reader keeps: whole blocks, or their means.
protocol JPEGScanTarget: ~Copyable {
    /// Prepares for the next group of rows.
    ///
    /// - Parameter transforms: The inverse transforms for the blocks read next.
    mutating func clear(for transforms: [InverseTransform])

    /// Decodes MCUs into their places, as many as there are bytes for.
    ///
    /// - Parameters:
    ///   - mcus: The MCUs to decode.
    ///   - codes: The Huffman codes.
    ///   - bytes: The bytes of the scan.
    ///   - limit: The last offset at which an MCU may begin.
    ///   - state: The position of decoding.
    /// - Returns: The next MCU; nil if one is invalid.
    mutating func read(
        _ mcus: Range<Int>,
        _ codes: JPEGHuffmanDecoder,
        _ bytes: borrowing JPEGScanBytes,
        limit: Int,
        state: inout JPEGScanState
    ) -> Int?
}

extension JPEGBlockRows: JPEGScanTarget {}
