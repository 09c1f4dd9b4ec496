// SPDX-License-Identifier: Apache-2.0

package import Raster

/// An encoder of JPEG files from planes, one MCU row (a group) after the other.
///
/// It hands the file to a sink while it is being made.
///
/// It neither converts color nor reduces planes. The sink gets chunks as from ``ImageEncoder``.
///
/// Belongs to one thread at a time.
package struct JPEGPlaneEncoder: ~Copyable {
    /// The planes that the encoder takes.
    package let planes: JPEGPlanes

    private let output: ByteOutput
    private let writer: JPEGWriter
    private var groupsEncoded = 0
    private var failure: CodecError?

    /// Begins the file of an image that will arrive in planes.
    ///
    /// - Parameters:
    ///   - options: The options; `dither` is ignored for samples of 8 bits.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: `gray`, or `rgb` for planes of Y, Cb and Cr.
    ///   - iccProfile: The profile of the samples; nil for sRGB. A profile whose color space does
    ///     not fit the layout is dropped.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    ///   - sink: Takes the file; an error from it ends the encoding with `sinkClosed`.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, `outOfMemory`, or
    ///   `sinkClosed`.
    package init(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        iccProfile: [UInt8]? = nil,
        supervision: Supervision = Supervision(),
        sink: @escaping ByteSink
    ) throws(CodecError) {
        planes = JPEGPlanes(options, size: size, layout: layout)
        output = ByteOutput(to: sink, supervision: supervision)
        writer = try JPEGWriter.open(
            options,
            size: size,
            layout: layout,
            profile: iccProfile.flatMap { ICCProfile.fitting(.init(layout), $0) },
            input: .planes,
            to: output
        )
    }

    /// Encodes the next MCU row.
    ///
    /// - Parameter rows: The next group, of the encoder's planes at full scale. Samples beyond the
    ///   edges of the image are overwritten.
    /// - Throws: `sinkClosed`, or `encoderFailed`; the same again from then on.
    package mutating func encodeRows(_ rows: inout PlaneRows) throws(CodecError) {
        precondition(rows.planes == planes && rows.scale == .full, "the rows have another shape")
        precondition(rows.group == groupsEncoded, "the group is not the next one")
        if let failure { throw failure }
        rows.padToBlocks()
        do {
            try writer.writeGroup(rows)
        } catch {
            failure = error
            throw error
        }
        groupsEncoded += 1
    }

    /// Completes the file after the last MCU row, and hands the rest of it to the sink.
    ///
    /// - Throws: The errors of ``encodeRows(_:)``, and `interrupted`.
    package consuming func finish() throws(CodecError) {
        if let failure { throw failure }
        precondition(groupsEncoded == planes.groupCount, "rows of the picture are missing")
        try writer.finish()
        guard output.flush() else { throw .sinkClosed }
    }
}
