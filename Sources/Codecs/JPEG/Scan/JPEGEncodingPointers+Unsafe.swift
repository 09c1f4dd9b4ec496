// SPDX-License-Identifier: Apache-2.0

/// Pointers to Huffman codes and to the zigzag order.
@unsafe
struct JPEGEncodingPointers {
    let codes: UnsafePointer<UInt32>
    /// The index in a block of each of 64 coefficients in zigzag order.
    let zigzag: UnsafePointer<UInt8>
    /// For each of 8 rows of a block, the zigzag ranks of 256 sets of coefficients.
    let ranks: UnsafePointer<UInt64>

    @inline(__always)
    init(
        _ codes: UnsafePointer<UInt32>,
        _ zigzag: UnsafePointer<UInt8>,
        _ ranks: UnsafePointer<UInt64>
    ) {
        // SAFETY: the caller keeps the memory alive.
        unsafe (self.codes, self.zigzag, self.ranks) = unsafe (codes, zigzag, ranks)
    }

    /// Reorders the mask of a block's coefficients to zigzag order.
    @inline(__always)
    func ordered(_ mask: UInt64) -> UInt64 {
        // SAFETY: the index is a row's, from 0 to 7, and a set of its coefficients, of 8 bits.
        var ordered = unsafe ranks[Int(mask & 0xFF)] | ranks[256 | Int(mask >> 8 & 0xFF)]
        var (rest, row) = (mask >> 16, 512)
        while rest != 0 {
            unsafe ordered |= ranks[row | Int(rest & 0xFF)]
            rest >>= 8
            row &+= 256
        }
        return ordered
    }
}
