// SPDX-License-Identifier: Apache-2.0

package import CForeign

/// A format whose codec is a library of the distribution, which is loaded at run time.
///
/// The functions of the extension run inside of a codec process, or in the caller's where files are
/// trusted. After ``load()`` they open no file and no socket, and start no thread.
package protocol ForeignFormat: Sendable {
    /// The name, which is the raw value of the format's row in `ImageFormat`.
    static var name: String { get }

    /// The Debian package with the library.
    static var package: String { get }

    /// The fence around the library.
    static var codec: cforeign_codec { get }

    /// The accepted efforts of the encoder, from the fastest to the smallest result; nil without an
    /// encoder.
    static var effortRange: ClosedRange<Int>? { get }

    /// The effort that is taken if none is named.
    static var defaultEffort: Int { get }

    /// Whether the encoder can keep every pixel.
    static var canBeLossless: Bool { get }

    /// Returns the quality on the library's scale that looks like a JPEG of a quality.
    static func libraryQuality(_ quality: Int) -> Float

    /// Returns the library's value for an effort in ``effortRange``.
    static func libraryEffort(_ effort: Int) -> Int32
}

extension ForeignFormat {
    /// Nil by default: the format has no encoder.
    package static var effortRange: ClosedRange<Int>? { nil }

    /// Zero by default: the format has no encoder.
    package static var defaultEffort: Int { 0 }

    /// False by default: the format has no encoder.
    package static var canBeLossless: Bool { false }

    /// The quality itself by default: the library has the scale of JPEG.
    package static func libraryQuality(_ quality: Int) -> Float { Float(quality) }

    /// The effort itself by default: the library takes efforts of ``effortRange``.
    package static func libraryEffort(_ effort: Int) -> Int32 { Int32(effort) }
}
