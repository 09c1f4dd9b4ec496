// SPDX-License-Identifier: Apache-2.0

import CVector

extension Adler32 {
    /// The number of 16-byte vectors to add before the sums are reduced: 5,552 bytes, as in zlib.
    private static let vectorCount = 347

    /// Adds whole vectors of 16 bytes to the checksum, leaves out the rest, and returns the number
    /// of bytes added.
    ///
    /// Over a group of vectors, the second sum grows by three terms: the first sum for every byte,
    /// each byte times its distance from the end of its vector, and 16 times the sum of each vector
    /// for every vector after it.
    ///
    /// - Returns: The number of bytes added.
    mutating func appendVectors(_ bytes: Span<UInt8>) -> Int {
        let count = bytes.count & ~15
        var sums = sums
        // SAFETY: whole vectors of the bytes are read, inside the closure.
        unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var position = 0
            while position < count {
                let end = min(count, position + 16 * Self.vectorCount)
                unsafe Self.add(base + position, (end - position) / 16, to: &sums)
                position = end
            }
        }
        self.sums = sums
        return count
    }

    private static func add(
        _ source: UnsafeRawPointer,
        _ count: Int,
        to sums: inout (UInt32, UInt32)
    ) {
        let lowWeights = SIMD8<Int16>(16, 15, 14, 13, 12, 11, 10, 9)
        let highWeights = SIMD8<Int16>(8, 7, 6, 5, 4, 3, 2, 1)
        var plain = SIMD2<UInt64>()
        var before = SIMD2<UInt64>()
        var weighted = SIMD4<Int32>()
        for index in 0..<count {
            // SAFETY: the caller has checked as many vectors; any bits are one.
            let vector = unsafe source.loadUnaligned(
                fromByteOffset: 16 &* index,
                as: SIMD16<UInt8>.self
            )
            before &+= plain
            plain &+= cv_sums_u8x16(vector)
            weighted &+= cv_multiply_add_pairs_i16x8(cv_widen_low_u8x16(vector), lowWeights)
            weighted &+= cv_multiply_add_pairs_i16x8(cv_widen_high_u8x16(vector), highWeights)
        }
        // The three terms are at most 65,520 × 5,552, 347² / 2 × 4,080 × 16, and 347 × 34,680.
        let second =
            UInt64(sums.1) + UInt64(sums.0) * UInt64(16 * count) + 16 * (before[0] + before[1])
            + UInt64(weighted.wrappedSum())
        sums.1 = UInt32(second % UInt64(modulus))
        sums.0 = UInt32((UInt64(sums.0) + plain[0] + plain[1]) % UInt64(modulus))
    }
}
