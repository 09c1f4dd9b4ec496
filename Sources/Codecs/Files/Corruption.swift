// SPDX-License-Identifier: Apache-2.0

/// The rule of its format that a damaged file breaks.
public enum Corruption: Hashable, Sendable {
    /// An invalid header field, chunk or segment, at a byte offset.
    case structure(offset: Int)
    /// A width or height of zero, or beyond the limit of the format.
    case dimensions
    /// Pixel data that cannot be decoded, after some rows were delivered.
    case pixels(rowsDecoded: Int)
}
