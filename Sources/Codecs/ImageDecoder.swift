// SPDX-License-Identifier: Apache-2.0

import Kernels
package import Raster

/// A decoder of files to bands of rows, top to bottom as they are stored.
///
/// Samples keep the color space of the file, described by ``iccProfile``. Samples of a PNG with
/// a gAMA chunk alone are re-encoded as sRGB. CMYK becomes sRGB, by its profile if there is one.
/// Damage is an error unless the policy tolerates it: only under ``DamagePolicy/partial`` does the
/// decoder deliver rows that a library has made up.
///
/// Belongs to one thread at a time.
package struct ImageDecoder: ~Copyable {
    /// The file header.
    package let header: ImageHeader

    /// The ICC profile of the delivered samples; nil for sRGB.
    ///
    /// A profile that is incomplete, or describes other channels than the file has, is dropped.
    /// For a PNG with a cICP chunk, or with cHRM and gAMA, it is made from these.
    package let iccProfile: [UInt8]?

    /// The damage that was found so far; complete after the last row.
    package var damage: Set<Damage> { header.damage.union(Self.damage(found: reader)) }

    private let reader: any RowReader & ~Copyable
    private let conversion: RowConversion
    private let rowByteCount: Int
    private var row: Samples<UInt8>
    private var rowsDecoded = 0
    private var failure: CodecError?

    /// Creates a decoder of a file in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. A missing end is found here, before any pixel is decoded.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - selection: The image to take of the file.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Throws: The errors of ``ImageHeader/probe(_:limits:damage:taking:)``, and the errors of
    ///   decoding as a whole.
    package init(
        bytes: [UInt8],
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection(),
        supervision: Supervision = Supervision()
    ) throws(CodecError) {
        let file = try ProbedFile.probe(
            bytes.span,
            isWhole: true,
            limits: limits,
            damage: policy,
            taking: selection
        )
        let input = ByteInput(bytes, then: nil, supervision: supervision)
        try self.init(input, file, prefix: bytes)
    }

    /// Creates a decoder of a file that arrives in pieces.
    ///
    /// An orientation that follows the pixels of a PNG is not found.
    ///
    /// - Parameters:
    ///   - source: Delivers the file.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: As for a file in memory.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Throws: As for a file in memory, `headerTooLong` and `sourceFailed`.
    package init(
        reading source: @escaping ByteSource,
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        supervision: Supervision = Supervision()
    ) throws(CodecError) {
        let (prefix, file) = try ProbedFile.probe(
            reading: source,
            limits: limits,
            damage: policy
        )
        let input = ByteInput(prefix, then: source, supervision: supervision)
        try self.init(input, file, prefix: prefix)
    }

    /// Reads the ICC profile of the samples that a decoder would deliver; nil for sRGB.
    ///
    /// Nothing is decoded for it.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: The bounds on the image's extent.
    ///   - policy: The kinds of damage that are no error.
    ///   - selection: The image to take of the file.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    /// - Returns: The profile, as in ``iccProfile``.
    /// - Throws: The errors of a decoder before its first row.
    package static func iccProfile(
        of bytes: [UInt8],
        limits: DecodeLimits = DecodeLimits(),
        damage policy: DamagePolicy = .strict,
        taking selection: PictureSelection = PictureSelection(),
        supervision: Supervision = Supervision()
    ) throws(CodecError) -> [UInt8]? {
        let file = try ProbedFile.probe(
            bytes.span,
            // The frames before another one decide about its layout.
            isWhole: selection.index > 0,
            limits: limits,
            damage: policy,
            taking: selection
        )
        let input = ByteInput(bytes, then: nil, supervision: supervision)
        return try file.header.format.reader().profile(input, file, prefix: bytes)
    }

    private init(
        _ input: ByteInput,
        _ file: ProbedFile,
        prefix: [UInt8]
    ) throws(CodecError) {
        header = file.header
        if header.format == .svg {
            input.rewrite { EmbeddedImages.upright(in: $0, supervision: input.supervision) }
        }
        let opened =
            if let motion = file.composed {
                try FrameReader.open(input, file, motion, prefix: prefix)
            } else {
                try file.header.format.reader().open(input, file, prefix: prefix)
            }
        conversion = opened.conversion
        iccProfile = opened.profile
        reader = opened.reader
        rowByteCount = conversion.rowByteCount(
            layout: header.layout,
            width: header.codedSize.width
        )
        row = Samples(repeating: 0, count: rowByteCount)
    }

    /// Decodes the next rows of the image into the first rows of a band, and sets its `rowCount`.
    ///
    /// Delivers fewer rows than the band has room for only at the end of the image, and then
    /// none. Rows are in stored orientation. After an error the decoder throws the same error
    /// again.
    ///
    /// - Parameter band: A band of the header's layout and coded width.
    /// - Throws: `truncated`, `corrupt` or another error found in the pixels.
    package mutating func decodeRows(into band: inout Band<Straight>) throws(CodecError) {
        precondition(
            band.layout == header.layout && band.width == header.codedSize.width,
            "the band has another width or layout"
        )
        band.rowCount = 0
        if let failure { throw failure }
        let count = min(band.capacity, header.codedSize.height - rowsDecoded)
        for index in 0..<count {
            do {
                try decodeRow(into: &band, at: index)
            } catch {
                failure = error
                throw error
            }
        }
        band.rowCount = count
    }

    private mutating func decodeRow(
        into band: inout Band<Straight>,
        at index: Int
    ) throws(CodecError) {
        try Self.read(from: reader, into: &row, rowsDecoded: rowsDecoded)
        conversion.apply(row.span(0..<rowByteCount), to: &band, row: index)
        rowsDecoded += 1
    }

    private static func damage(
        found reader: borrowing any RowReader & ~Copyable
    ) -> Set<Damage> { reader.damage }

    /// Decodes the next row with the reader of any format.
    ///
    /// The compiler lends a reader of any type to parameters only.
    private static func read(
        from reader: borrowing any RowReader & ~Copyable,
        into row: inout Samples<UInt8>,
        rowsDecoded: Int
    ) throws(CodecError) {
        var bytes = row.mutableSpan(0..<row.count)
        try reader.readRow(into: &bytes, rowsDecoded: rowsDecoded)
    }
}
