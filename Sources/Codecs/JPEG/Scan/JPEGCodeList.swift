// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of a JPEG's coefficients as a file lists them; the library has verified that they
/// can be.
///
/// Reference: ITU-T T.81, annex C.
struct JPEGCodeList: Hashable, Sendable {
    /// How many codes have each length, from 1 to 16 bits.
    let counts: [UInt8]

    /// What 256 codes stand for, in their order: the zeros before a coefficient, above the lowest 4 bits,
    /// and how many bits of it follow.
    let symbols: [UInt8]

    /// A code.
    struct Code {
        let symbol: UInt8
        let bits: Int
        /// How many bits there are, 1 to 16.
        let length: Int
    }

    /// The codes in their order.
    var codes: [Code] {
        precondition(counts.count == 16 && symbols.count == 256, "another number of codes")
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
