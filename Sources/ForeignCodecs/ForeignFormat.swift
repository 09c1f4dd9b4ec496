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

    /// The formats of pictures that files of this one may contain, whose libraries are loaded as well if they
    /// are installed.
    static var embedded: [any ForeignFormat.Type] { get }

    /// Whether files of this format contain texts, for which fonts have to be read.
    static var drawsTexts: Bool { get }

    /// Draws texts from now on; called once after ``load()``, where files of fonts can be opened.
    static func allowTexts()

    /// Rewrites a file with constructs that the library knows, before it gets it.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - request: The picture to take of it.
    /// - Returns: The file to decode in its place, and notes about it.
    /// - Throws: The reason why it cannot be decoded.
    static func prepared(
        _ bytes: Span<UInt8>,
        _ request: ForeignRequest
    ) throws(ForeignError) -> PreparedFile

    /// Returns the library's quality setting that looks like a JPEG of a given quality, 1 to 100.
    static func libraryQuality(_ quality: Int) -> Float
}

extension ForeignFormat {
    /// None by default, for files without other pictures.
    package static var embedded: [any ForeignFormat.Type] { [] }

    /// False by default, for pictures of pixels.
    package static var drawsTexts: Bool { false }

    /// Does nothing by default, for pictures of pixels.
    package static func allowTexts() {}

    /// Leaves the file as it is by default.
    package static func prepared(
        _ bytes: Span<UInt8>,
        _ request: ForeignRequest
    ) throws(ForeignError) -> PreparedFile {
        PreparedFile()
    }

    /// Returns the quality unchanged by default, for libraries with the scale of JPEG.
    package static func libraryQuality(_ quality: Int) -> Float { Float(quality) }
}
