// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of a JPEG's coefficients, by what they stand for.
struct JPEGCodes: Hashable, Sendable {
    /// For each symbol its code, above the lowest 8 bits, and its length in those; 0 where it has
    /// none.
    let codes: [UInt32]

    /// Sorts codes.
    init(_ list: JPEGCodeList) {
        var codes = [UInt32](repeating: 0, count: 256)
        for code in list.codes { codes[Int(code.symbol)] = UInt32(code.bits << 8 | code.length) }
        self.codes = codes
    }
}
