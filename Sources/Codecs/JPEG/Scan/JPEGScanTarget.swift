// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A store for the decoded blocks of an MCU row, or for their means.
protocol JPEGScanTarget: ~Copyable {
    /// Prepares the store for the next MCU row.
    ///
    /// - Parameter transforms: The inverse transforms for the blocks read next.
    mutating func clear(for transforms: [InverseTransform])

    /// Decodes as many MCUs as there are bytes for, stores their coefficients or means, and returns
    /// the index of the next one.
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
