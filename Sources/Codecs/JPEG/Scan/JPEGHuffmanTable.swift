// SPDX-License-Identifier: Apache-2.0

/// A Huffman table as a JPEG file lists it, verified by libjpeg.
///
/// Reference: ITU-T T.81, annex C.
struct JPEGHuffmanTable: Hashable, Sendable {
    /// The number of codes of each length, 1 to 16 bits.
    let counts: [UInt8]

    /// The 256 symbols in the order of their codes.
    ///
    /// A symbol has the number of zeros before a coefficient in its high 4 bits, and the size of
    /// the coefficient in its low 4 bits.
    let symbols: [UInt8]

    /// A Huffman code with the symbol that it stands for.
    struct Code {
        let symbol: UInt8
        let bits: Int
        /// The number of bits, 1 to 16.
        let length: Int
    }

    /// The codes with their symbols, shortest codes first.
    var codes: [Code] {
        precondition(
            counts.count == 16 && symbols.count == 256,
            "a Huffman table has 16 counts and 256 symbols"
        )
        var codes: [Code] = []
        var bits = 0
        for (index, count) in counts.enumerated() {
            for _ in 0..<count where codes.count < symbols.count {
                codes.append(Code(symbol: symbols[codes.count], bits: bits, length: index + 1))
                bits += 1
            }
            bits <<= 1
        }
        return codes
    }
}

/// The Huffman codes of coefficients for encoding, by symbol.
struct JPEGEncodingTable: Hashable, Sendable {
    /// The code of each symbol above its length in the lowest 8 bits; 0 for a symbol without a
    /// code.
    let codes: [UInt32]

    /// Creates the table of a JPEG's codes, sorted by symbol.
    init(_ list: JPEGHuffmanTable) {
        var codes = [UInt32](repeating: 0, count: 256)
        for code in list.codes { codes[Int(code.symbol)] = UInt32(code.bits << 8 | code.length) }
        self.codes = codes
    }
}
