// SPDX-License-Identifier: Apache-2.0

package import CForeign

/// An image format whose codec is a shared library of the Linux distribution, loaded at run time.
///
/// The functions of the extension run inside of a codec process, or in the caller's where files are
/// trusted. After ``load()`` they open no file and no socket, and start no thread.
package protocol ForeignFormat: Sendable {
    /// The short name of the format, such as `webp`: the raw value of its `ImageFormat`.
    static var name: String { get }

    /// The Debian package with the library.
    static var package: String { get }

    /// The C functions that load the library and call it.
    static var codec: cforeign_codec { get }

    /// The efforts that the encoder accepts, from the fastest to the smallest file; nil without an
    /// encoder.
    static var effortRange: ClosedRange<Int>? { get }

    /// The effort of the encoder if a caller names none.
    static var defaultEffort: Int { get }

    /// Whether the encoder has a lossless mode.
    static var canBeLossless: Bool { get }

    /// Returns the library's quality setting that looks like a JPEG of a given quality, 1 to 100.
    static func libraryQuality(_ quality: Int) -> Float

    /// Returns the library's setting for an effort in ``effortRange``.
    static func libraryEffort(_ effort: Int) -> Int32
}

extension ForeignFormat {
    /// Nil by default, for formats without an encoder.
    package static var effortRange: ClosedRange<Int>? { nil }

    /// Zero by default, for formats without an encoder.
    package static var defaultEffort: Int { 0 }

    /// False by default, for formats without a lossless encoder.
    package static var canBeLossless: Bool { false }

    /// Returns the quality unchanged by default, for libraries with the scale of JPEG.
    package static func libraryQuality(_ quality: Int) -> Float { Float(quality) }

    /// Returns the effort unchanged by default, for libraries that take efforts of ``effortRange``.
    package static func libraryEffort(_ effort: Int) -> Int32 { Int32(effort) }
}
