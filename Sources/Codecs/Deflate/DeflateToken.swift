// SPDX-License-Identifier: Apache-2.0

/// Some literals, and a match behind them.
struct DeflateToken: BitwiseCopyable {
    /// The number of literals.
    var literals: UInt16
    /// The bytes of the match, of any length, or 0 without one.
    var match: UInt16
    /// How far before them the same bytes lie.
    var distance: UInt16
}
