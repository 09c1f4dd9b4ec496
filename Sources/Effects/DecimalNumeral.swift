// SPDX-License-Identifier: Apache-2.0

/// The notation of decimal numbers in parameters and lengths.
package enum DecimalNumeral {
    /// Whether bytes are a number in digits, perhaps after `-` and with a fraction.
    ///
    /// As in CSS, the digit before the point may be missing, but not the one after it: `.5` is a
    /// number, and `5.` is none. Exponents and plus signs are not allowed.
    package static func isOne<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bool {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && parts.last?.isEmpty == false
            && parts.allSatisfy {
                $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }
}
