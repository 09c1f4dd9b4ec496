// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Encodes the planes of a JPEG, group of rows by group of rows, and hands the file to a sink while
/// it is being made.
///
/// No color is converted and no plane reduced. The sink gets chunks as from ``ImageEncoder``.
///
/// Belongs to one thread at a time.
public struct JPEGPlaneEncoder: ~Copyable {
    /// The planes that are taken.
    public let planes: JPEGPlanes

    private let output: ByteOutput
    private let writer: JPEGWriter
    private var groupsEncoded = 0
    private var failure: CodecError?

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - options: How to write it; `dither` has no meaning for samples of 8 bits.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: `gray`, or `rgb` for planes of Y, Cb and Cr.
    ///   - iccProfile: The profile of the samples; nil for sRGB. One whose color space does not fit
    ///     the layout is not written.
    ///   - shouldContinue: As for ``ImageEncoder``.
    ///   - sink: Takes the file; what it throws ends the encoding with `sinkClosed`.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, `outOfMemory`, or
    ///   `sinkClosed`.
    public init(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        iccProfile: [UInt8]? = nil,
        shouldContinue: @escaping () -> Bool = { true },
        sink: @escaping ByteSink
    ) throws(CodecError) {
        planes = JPEGPlanes(options, size: size, layout: layout)
        output = ByteOutput(to: sink, shouldContinue: shouldContinue)
        writer = try JPEGWriter.open(
            options,
            size: size,
            layout: layout,
            profile: iccProfile.flatMap { ICCProfile.fitting(layout, $0) },
            input: .planes,
            to: output
        )
    }

    /// An upper estimate of the bytes that an encoder allocates, ``PlaneRows`` and what the sink got
    /// excluded.
    ///
    /// - Parameters:
    ///   - options: How to write the file.
    ///   - size: The extent.
    ///   - layout: The channels.
    ///   - profileByteCount: The bytes of the color profile, or the most that they may be.
    /// - Returns: Bytes.
    public static func byteCount(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        profileByteCount: Int = 0
    ) -> Int {
        ImageEncoder.byteCount(
            .jpeg(options),
            size: size,
            layout: layout,
            profileByteCount: profileByteCount
        )
    }

    /// What the library said when encoding failed, for a log; empty otherwise.
    public var libraryMessage: String { writer.message }

    /// Encodes a group of rows after those before it.
    ///
    /// - Parameter rows: Of the encoder's planes at full scale, with the group that is next. What they
    ///   hold beyond the edges of the picture is replaced.
    /// - Throws: `sinkClosed`, or `encoderFailed`; the same again from then on.
    public mutating func encodeRows(_ rows: inout PlaneRows) throws(CodecError) {
        precondition(rows.planes == planes && rows.scale == .full, "rows of another shape")
        precondition(rows.group == groupsEncoded, "another group of rows than the next")
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

    /// Completes the file once every group is in, and hands the rest of it to the sink.
    ///
    /// - Throws: As ``encodeRows(_:)``, and `interrupted`.
    public consuming func finish() throws(CodecError) {
        if let failure { throw failure }
        precondition(groupsEncoded == planes.groupCount, "fewer rows than the picture has")
        try writer.finish()
        guard output.flush() else { throw .sinkClosed }
    }
}
