// SPDX-License-Identifier: Apache-2.0

import Raster

/// A file format that can be read: the parser of its header, and its decoder.
///
/// A format that is read consists of a type that conforms, and its ``ImageFormat/Row``.
protocol ReadFormat: Sendable {
    /// Reads the header of a file that begins with a signature of the format.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the file.
    ///   - isWhole: Whether that is the whole file. Only then does the parser look for the end of the
    ///     picture.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - selection: The image to take of the file.
    /// - Returns: The header, and the facts for the decoder.
    /// - Throws: As ``ImageHeader/probe(_:limits:damage:taking:)``; `truncated` may mean that more bytes are
    ///   needed.
    static func probe(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        limits: DecodeLimits,
        damage policy: DamagePolicy,
        taking selection: PictureSelection
    ) throws(CodecError) -> ProbedFile

    /// Opens a file and reads it up to its pixels.
    ///
    /// - Parameters:
    ///   - input: Delivers the file.
    ///   - file: The header.
    ///   - prefix: The beginning of the file, as far as it was needed for the header.
    /// - Returns: The decoder.
    /// - Throws: The errors of decoding.
    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile

    /// Reads the ICC profile that the decoded samples would have; nil for sRGB.
    ///
    /// - Parameters:
    ///   - input: Delivers the file.
    ///   - file: The header.
    ///   - prefix: The beginning of the file, as far as it was needed for the header.
    /// - Returns: The profile, as ``open(_:_:prefix:)`` finds it, at less cost than decoding.
    /// - Throws: The errors of decoding.
    static func profile(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) -> [UInt8]?
}

/// A file whose rows are about to be decoded.
struct OpenedFile: ~Copyable {
    /// The decoder of the file's rows.
    let reader: any RowReader & ~Copyable

    /// The conversion of the decoder's bytes to rows of a band.
    let conversion: RowConversion

    /// The ICC profile of the samples, if it fits their channels; nil for sRGB.
    let profile: [UInt8]?
}

/// A decoder of one file, row by row.
protocol RowReader: ~Copyable {
    /// The damage that was found and tolerated so far.
    var damage: Set<Damage> { get }

    /// Decodes the next row to interleaved bytes, in the library's own format.
    func readRow(into row: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError)
}
