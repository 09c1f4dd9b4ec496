// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Encodes the blocks of a JPEG, group of rows by group of rows, and hands the file to a sink while
/// it is being made.
///
/// The blocks are quantized already, so that all that is left to do is to code them: what the library
/// does with whole pictures only. It writes everything else, and says by which codes. The file is in
/// one scan, with the tables of the standard. The sink gets chunks as from ``ImageEncoder``.
///
/// Belongs to one thread at a time.
public struct JPEGBlockEncoder: ~Copyable {
    /// The planes that are taken.
    public let planes: JPEGPlanes

    /// What the 64 coefficients of a block of each plane are to be divided by, row by row.
    public let quantization: [[UInt16]]

    private let output: ByteOutput
    private var scan: JPEGScan
    private var groupsEncoded = 0

    /// Whether a file can be written of blocks: one without tables of its own, in one scan.
    ///
    /// - Parameter options: How to write the file.
    /// - Returns: Whether it can.
    public static func fits(_ options: JPEGOptions) -> Bool {
        !options.progressive && !options.optimized
    }

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - options: How to write it; they must fit. `dither` has no meaning.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: `gray`, or `rgb` for planes of Y, Cb and Cr.
    ///   - iccProfile: The profile of the samples; nil for sRGB. One whose color space does not fit
    ///     the layout is not written.
    ///   - sink: Takes the file; what it throws ends the encoding with `sinkClosed`.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, `outOfMemory`, or
    ///   `sinkClosed`.
    public init(
        _ options: JPEGOptions,
        size: PixelSize,
        layout: ChannelLayout,
        iccProfile: [UInt8]? = nil,
        sink: @escaping ByteSink
    ) throws(CodecError) {
        precondition(Self.fits(options), "a file in several scans, or with tables of its own")
        planes = JPEGPlanes(options, size: size, layout: layout)
        output = ByteOutput(to: sink, shouldContinue: { true })
        let writer = try JPEGWriter.open(
            options,
            size: size,
            layout: layout,
            profile: iccProfile.flatMap { ICCProfile.fitting(layout, $0) },
            input: .headers,
            to: output
        )
        var quantization: [[UInt16]] = []
        var codes: [(means: JPEGCodes, others: JPEGCodes)] = []
        for component in planes.components.indices {
            quantization.append(try writer.quantization(of: component))
            codes.append(
                (
                    means: try writer.codes(of: component, means: true),
                    others: try writer.codes(of: component, means: false)
                )
            )
        }
        self.quantization = quantization
        scan = JPEGScan(planes, codes)
    }

    /// The bytes that an encoder allocates beside what ``ImageEncoder/byteCount(_:size:layout:profileByteCount:)``
    /// estimates for the same options.
    public static var scanByteCount: Int { JPEGScan.byteCount }

    /// Encodes a group of rows after those before it.
    ///
    /// - Parameter rows: Of the encoder's planes, with the group that is next.
    /// - Throws: `sinkClosed`; the same again from then on.
    public mutating func encodeRows(_ rows: borrowing BlockRows) throws(CodecError) {
        precondition(rows.planes == planes, "rows of another shape")
        precondition(rows.group == groupsEncoded, "another group of rows than the next")
        guard scan.encode(rows, to: output) else { throw .sinkClosed }
        groupsEncoded += 1
    }

    /// Completes the file once every group is in, and hands the rest of it to the sink.
    ///
    /// - Throws: As ``encodeRows(_:)``.
    public consuming func finish() throws(CodecError) {
        precondition(groupsEncoded == planes.groupCount, "fewer rows than the picture has")
        guard scan.finish(to: output), output.flush() else { throw .sinkClosed }
    }
}
