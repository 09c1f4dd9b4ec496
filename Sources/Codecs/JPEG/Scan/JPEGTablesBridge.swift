// SPDX-License-Identifier: Apache-2.0

import CJPEG

extension JPEGHuffmanTable {
    /// Copies a Huffman table from libjpeg.
    ///
    /// - Parameter read: Writes 16 counts and 256 symbols.
    /// - Returns: The library's status, and the codes if that is success.
    static func reading(
        _ read: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> cjpeg_status
    ) -> (status: cjpeg_status, codes: JPEGHuffmanTable) {
        var counts = [UInt8](repeating: 0, count: 16)
        var symbols = [UInt8](repeating: 0, count: 256)
        // SAFETY: the buffers have room for all that is written, and the pointers stay in the closures.
        let status = unsafe counts.withUnsafeMutableBufferPointer { counts in
            unsafe symbols.withUnsafeMutableBufferPointer { symbols in
                guard let first = counts.baseAddress, let second = symbols.baseAddress else {
                    return CJPEG_MISUSED
                }
                return unsafe read(first, second)
            }
        }
        return (status, JPEGHuffmanTable(counts: counts, symbols: symbols))
    }
}

/// Copies a quantization table from libjpeg.
///
/// - Parameter read: Writes 64 divisors.
/// - Returns: The library's status, and the divisors, row by row.
func readingDivisors(
    _ read: (UnsafeMutablePointer<UInt16>) -> cjpeg_status
) -> (status: cjpeg_status, divisors: [UInt16]) {
    var divisors = [UInt16](repeating: 0, count: 64)
    // SAFETY: the buffer has room for all that is written, and the pointer stays in the closure.
    let status = unsafe divisors.withUnsafeMutableBufferPointer { divisors in
        guard let start = divisors.baseAddress else { return CJPEG_MISUSED }
        return unsafe read(start)
    }
    return (status, divisors)
}
