// SPDX-License-Identifier: Apache-2.0

/// The checksum at the end of a zlib stream.
///
/// Reference: RFC 1950, 8.2.
struct Adler32 {
    /// The largest prime below 2^16.
    static let modulus: UInt32 = 65_521

    /// The sum of all bytes and one, and the sum of what that was after each byte.
    var sums: (UInt32, UInt32) = (1, 0)

    /// The checksum of all bytes so far.
    var value: UInt32 { sums.1 << 16 | sums.0 }

    /// Takes bytes.
    mutating func append(_ bytes: Span<UInt8>) {
        var rest = bytes
        let vectors = appendVectors(bytes)
        rest = rest.extracting(vectors..<bytes.count)
        appendScalars(rest)
    }

    /// Takes bytes one by one, as the specification says.
    mutating func appendScalars(_ bytes: Span<UInt8>) {
        for index in bytes.indices {
            sums.0 = (sums.0 + UInt32(bytes[index])) % Self.modulus
            sums.1 = (sums.1 + sums.0) % Self.modulus
        }
    }
}
