// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of coefficients for encoding, by symbol.
struct JPEGEncodingTable: Hashable, Sendable {
    /// The code of each symbol above its length in the lowest 8 bits; 0 for a symbol without a
    /// code.
    let codes: [UInt32]

    /// Sorts codes by symbol.
    init(_ list: JPEGHuffmanTable) {
        var codes = [UInt32](repeating: 0, count: 256)
        for code in list.codes { codes[Int(code.symbol)] = UInt32(code.bits << 8 | code.length) }
        self.codes = codes
    }
}
