// SPDX-License-Identifier: Apache-2.0

/// The Adler-32 checksum, which ends a zlib stream.
///
/// Reference: RFC 1950, 8.2.
struct Adler32 {
    /// The largest prime below 2^16.
    static let modulus: UInt32 = 65_521

    /// The two running sums of Adler-32: one plus all bytes, and the sum of the first sum's values
    /// after each byte.
    var sums: (UInt32, UInt32) = (1, 0)

    /// The checksum of all bytes so far.
    var value: UInt32 { sums.1 << 16 | sums.0 }

    /// Adds bytes to the checksum.
    mutating func append(_ bytes: Span<UInt8>) {
        var rest = bytes
        let vectors = appendVectors(bytes)
        rest = rest.extracting(vectors..<bytes.count)
        appendScalars(rest)
    }

    /// Adds bytes to the checksum one by one, as the specification defines it.
    mutating func appendScalars(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            sums.0 = (sums.0 + UInt32(bytes[index])) % Self.modulus
            sums.1 = (sums.1 + sums.0) % Self.modulus
        }
    }
}
