// SPDX-License-Identifier: Apache-2.0

/// What libjpeg has read about the only scan of a sequential JPEG in Huffman codes, whose components
/// stand in the order of the frame.
struct JPEGPlainScan: Hashable, Sendable {
    /// Where its data begins in the file.
    let offset: Int

    /// How many units lie between restart markers; 0 where there are none.
    let restartInterval: Int

    /// For each component what it is coded with.
    let components: [Component]

    /// What a component is coded with.
    struct Component: Hashable, Sendable {
        /// What the 64 coefficients of a block were divided by, row by row.
        let quantization: [UInt16]
        /// The codes of means.
        let means: JPEGCodeList
        /// The codes of other coefficients.
        let others: JPEGCodeList
    }
}
