// SPDX-License-Identifier: Apache-2.0

/// Which rule of its format a file breaks.
public enum Corruption: Hashable, Sendable {
    /// A header field, chunk or segment that cannot be, at a byte offset.
    case structure(offset: Int)
    /// A width or height of zero, or beyond what the format permits.
    case dimensions
    /// Pixel data that cannot be decoded, found when this many rows had been delivered.
    case pixels(rowsDecoded: Int)
}
