// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of a JPEG's coefficients.
///
/// Reference: ITU-T T.81, annex C.
struct JPEGCodes: Hashable, Sendable {
    /// For each symbol its code, above the lowest 8 bits, and its length in those; 0 where it has
    /// none.
    let codes: [UInt32]

    /// Gives codes to symbols.
    ///
    /// - Parameters:
    ///   - counts: How many codes have each length, from 1 to 16 bits.
    ///   - symbols: What they stand for, in their order.
    init(counts: [UInt8], symbols: [UInt8]) {
        var codes = [UInt32](repeating: 0, count: 256)
        var (code, next) = (UInt32(0), 0)
        for (index, count) in counts.enumerated() {
            for _ in 0..<count where next < symbols.count {
                codes[Int(symbols[next])] = code << 8 | UInt32(index + 1)
                (code, next) = (code + 1, next + 1)
            }
            code <<= 1
        }
        self.codes = codes
    }
}
