// SPDX-License-Identifier: Apache-2.0

/// A run of literals, followed by a match.
struct DeflateToken: BitwiseCopyable {
    /// The number of literals.
    var literals: UInt16
    /// The length of the match in bytes, or 0 without one; longer than one match of deflate can be.
    var match: UInt16
    /// The distance from the match back to the bytes that it repeats.
    var distance: UInt16
}
