// SPDX-License-Identifier: Apache-2.0

/// The parameters of a scan that this module can decode, as libjpeg has read them.
///
/// It is the only scan of a sequential JPEG with Huffman codes, whose components are in the order
/// of the frame.
struct JPEGScanHeader: Hashable, Sendable {
    /// The offset of the scan's data in the file.
    let offset: Int

    /// The number of MCUs between restart markers; 0 without such markers.
    let restartInterval: Int

    /// The quantization and Huffman tables of each component.
    let components: [Component]

    /// The quantization and Huffman tables of one component.
    struct Component: Hashable, Sendable {
        /// The quantization table, 64 divisors row by row.
        let quantization: [UInt16]
        /// The Huffman codes of DC coefficients.
        let dc: JPEGHuffmanTable
        /// The Huffman codes of AC coefficients.
        let ac: JPEGHuffmanTable
    }
}
