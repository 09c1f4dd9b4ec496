// SPDX-License-Identifier: Apache-2.0

import Kernels
package import Raster

/// An encoder of bands of rows, top to bottom.
///
/// It hands the file to a sink while it is being made.
///
/// The first chunk of about ``firstChunkByteCount`` reaches the sink with the first rows. Each
/// following chunk is sixteen times as long, up to ``chunkByteCount``; the last may be shorter. The
/// color profile is the only metadata written. A PNG without one is marked as sRGB, the color space
/// of images without a profile.
///
/// Belongs to one thread at a time.
package struct ImageEncoder: ~Copyable {
    /// The size of the first chunk in bytes, small so that a client sees the beginning early.
    package static let firstChunkByteCount = ByteOutput.firstChunkByteCount

    /// The greatest size of a chunk in bytes.
    package static let chunkByteCount = ByteOutput.chunkByteCount

    private let size: PixelSize
    private let layout: ChannelLayout
    private let packing: PackedSamples
    private let dithers: Bool
    private let output: ByteOutput
    private let writer: any RowWriter & ~Copyable
    private let rowByteCount: Int
    private var row: Samples<UInt8>
    private var rowsEncoded = 0
    private var failure: CodecError?

    /// Begins the file of an image in a given format.
    ///
    /// - Parameters:
    ///   - options: The format and how to write it.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: The channels; with alpha only if the format keeps it.
    ///   - iccProfile: The profile of the samples; nil for sRGB. A profile whose color space does
    ///     not fit the layout is dropped.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    ///   - sink: Takes the file; an error from it ends the encoding with `sinkClosed`.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, `outOfMemory`, or
    ///   `sinkClosed`.
    package init(
        _ options: EncodingOptions,
        size: PixelSize,
        layout: ChannelLayout,
        iccProfile: [UInt8]? = nil,
        supervision: Supervision = Supervision(),
        sink: @escaping ByteSink
    ) throws(CodecError) {
        precondition(size.width > 0 && size.height > 0, "the picture is empty")
        let output = ByteOutput(to: sink, supervision: supervision)
        let profile = iccProfile.flatMap { ICCProfile.fitting(.init(layout), $0) }
        let options = options.options
        precondition(
            type(of: options).keepsAlpha || !layout.hasAlpha,
            "the format has no alpha"
        )
        packing = PackedSamples(options.depth)
        dithers = options.dithers
        writer = try options.makeWriter(
            size: size,
            layout: layout,
            profile: profile,
            to: output
        )
        self.size = size
        self.layout = layout
        self.output = output
        rowByteCount = packing.rowByteCount(layout: layout, width: size.width)
        row = Samples(repeating: 0, count: rowByteCount)
    }

    /// Encodes the valid rows of a band, after the rows encoded before.
    ///
    /// - Parameter band: A band of the layout and width given to the initializer.
    /// - Throws: `sinkClosed`, or `encoderFailed`; the same again from then on.
    package mutating func encodeRows(_ band: borrowing Band<Straight>) throws(CodecError) {
        precondition(
            band.layout == layout && band.width == size.width,
            "the band has another width or layout"
        )
        precondition(band.rowCount <= size.height - rowsEncoded, "the picture has fewer rows")
        if let failure { throw failure }
        for index in 0..<band.rowCount {
            do {
                try encodeRow(index, of: band)
            } catch {
                failure = error
                throw error
            }
        }
    }

    private mutating func encodeRow(
        _ index: Int,
        of band: borrowing Band<Straight>
    ) throws(CodecError) {
        let dither: Dither = dithers ? .ordered(y: rowsEncoded) : .none
        row.pack(band, row: index, as: packing, dither)
        try Self.write(row.span(0..<rowByteCount), to: writer)
        rowsEncoded += 1
    }

    /// Encodes the next row with the writer of any format.
    ///
    /// The compiler lends a writer of any type to parameters only.
    private static func write(
        _ row: Span<UInt8>,
        to writer: borrowing any RowWriter & ~Copyable
    ) throws(CodecError) {
        try writer.writeRow(row)
    }

    /// Completes the file after the last row, and hands the rest of it to the sink.
    ///
    /// For a progressive or optimized JPEG, nearly all of the work is done here; complete chunks
    /// reach the sink meanwhile.
    ///
    /// - Throws: As ``encodeRows(_:)``, and `interrupted`.
    package consuming func finish() throws(CodecError) {
        if let failure { throw failure }
        precondition(rowsEncoded == size.height, "rows of the picture are missing")
        try writer.finish()
        guard output.flush() else { throw .sinkClosed }
    }
}
