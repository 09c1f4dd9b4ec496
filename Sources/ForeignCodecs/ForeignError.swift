// SPDX-License-Identifier: Apache-2.0

/// The reason why a codec library could not decode a file or encode a picture.
///
/// The raw value crosses the boundary between processes.
package enum ForeignError: Int32, Error, Hashable, Sendable, CaseIterable {
    /// The library is not installed, or its version is not the one that the program was built for.
    case notInstalled = 1
    /// The file ends before the picture does.
    case truncated
    /// The bytes violate the format.
    case damaged
    /// The file uses a feature that is not supported.
    case unsupported
    /// A width or height exceeds ``ForeignLimits/maximumSide``, or the limit of the format.
    case sideTooLong
    /// The area exceeds ``ForeignLimits/maximumPixelCount``.
    case tooManyPixels
    /// The color profile is larger than ``ForeignLimits/maximumProfileByteCount``.
    case profileTooLarge
    /// The file has fewer frames than asked for.
    case noSuchFrame
    /// A memory allocation failed, or would exceed ``ForeignLimits/maximumMemory``.
    case outOfMemory
    /// The caller asked to stop.
    case stopped
    /// Any other failure of the library.
    case failed
    /// Elements of a drawing are nested more deeply than its library reads.
    case tooDeep
    /// An attribute or a text of a drawing is longer than its library reads.
    case tooLong
}
