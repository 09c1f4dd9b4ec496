// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of a JPEG as a file lists them; the library has verified that they can be.
struct JPEGCodeList: Hashable, Sendable {
    /// How many codes have each length, from 1 to 16 bits.
    let counts: [UInt8]

    /// What 256 codes stand for, in their order: the zeros before a coefficient, above the lowest 4 bits,
    /// and how many bits of it follow.
    let symbols: [UInt8]
}
