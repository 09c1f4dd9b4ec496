// SPDX-License-Identifier: Apache-2.0

package import Raster

/// An encoder of JPEG files from quantized blocks, one MCU row (a group) after the other, which
/// hands the file to a sink while it is being made.
///
/// It only has to Huffman-code the blocks; libjpeg can do that for whole images only. libjpeg
/// writes all headers and supplies the tables. The file has one scan and the standard Huffman
/// tables. The sink gets chunks as from ``ImageEncoder``.
///
/// Belongs to one thread at a time.
package struct JPEGBlockEncoder: ~Copyable {
    /// The planes that the encoder takes.
    package let planes: JPEGPlanes

    /// The quantization table of each plane, 64 divisors row by row.
    package let quantization: [[UInt16]]

    private let output: ByteOutput
    private var scan: JPEGScanWriter
    private var groupsEncoded = 0

    /// Whether this encoder can write a file with given options: one scan and standard Huffman
    /// tables.
    ///
    /// - Parameter options: The encoder options.
    /// - Returns: Whether the encoder can write it.
    package static func fits(_ options: JPEGOptions) -> Bool {
        !options.progressive && !options.optimized
    }

    /// Begins the file of an image that will arrive as quantized blocks.
    ///
    /// - Parameters:
    ///   - options: The options; they must fit, and `dither` is ignored.
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: `gray`, or `rgb` for planes of Y, Cb and Cr.
    ///   - iccProfile: The profile of the samples; nil for sRGB. A profile whose color space does
    ///     not fit the layout is dropped.
    ///   - supervision: As for ``ImageEncoder``.
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
        precondition(Self.fits(options), "the options do not fit a block encoder")
        planes = JPEGPlanes(options, size: size, layout: layout)
        output = ByteOutput(to: sink, supervision: supervision)
        let writer = try JPEGWriter.open(
            options,
            size: size,
            layout: layout,
            profile: iccProfile.flatMap { ICCProfile.fitting(.init(layout), $0) },
            input: .headers,
            to: output
        )
        var quantization: [[UInt16]] = []
        var codes: [(dc: JPEGEncodingTable, ac: JPEGEncodingTable)] = []
        for component in planes.components.indices {
            quantization.append(try writer.quantization(of: component))
            codes.append(
                (
                    dc: try writer.codes(of: component, isDC: true),
                    ac: try writer.codes(of: component, isDC: false)
                )
            )
        }
        self.quantization = quantization
        scan = JPEGScanWriter(planes, codes)
    }

    /// The memory in bytes that an encoder allocates beyond
    /// ``ImageEncoder/byteCount(_:size:layout:profileByteCount:)``.
    package static var scanByteCount: Int { JPEGScanWriter.byteCount }

    /// Encodes the next MCU row.
    ///
    /// - Parameter rows: The next group, of the encoder's planes.
    /// - Throws: `sinkClosed`; the same again from then on.
    package mutating func encodeRows(_ rows: borrowing BlockRows) throws(CodecError) {
        precondition(rows.planes == planes, "the rows have another shape")
        precondition(rows.group == groupsEncoded, "the group is not the next one")
        guard scan.encode(rows, to: output) else { throw .sinkClosed }
        groupsEncoded += 1
    }

    /// Completes the file after the last MCU row, and hands the rest of it to the sink.
    ///
    /// - Throws: The errors of ``encodeRows(_:)``.
    package consuming func finish() throws(CodecError) {
        precondition(groupsEncoded == planes.groupCount, "rows of the picture are missing")
        guard scan.finish(to: output), output.flush() else { throw .sinkClosed }
    }
}
