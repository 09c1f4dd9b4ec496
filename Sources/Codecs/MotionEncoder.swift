// SPDX-License-Identifier: Apache-2.0

import Kernels
package import Raster

/// An encoder of the frames of a moving image, from bands of rows.
///
/// It hands the file to a sink while it is being made, except for WebP, whose head states the length. Later frames
/// are written as the rectangle in which they differ from the frame before.
///
///     var encoder = try MotionEncoder(options, facts, iccProfile: nil, sink: sink)
///     for frame in frames {
///         encoder.beginFrame(delay: frame.delay)
///         while let band = frame.next() { try encoder.encodeRows(band) }
///     }
///     try encoder.finish()
///
/// Belongs to one thread at a time.
package final class MotionEncoder {
    private let facts: MotionFacts
    private let packing: PackedSamples
    private let dithers: Bool
    private let output: ByteOutput
    private let writer: any FrameWriter
    private let rowByteCount: Int
    private var row: Samples<UInt8>
    private var frame: [UInt8] = []
    private var former: [UInt8] = []
    private var rowCount = 0
    private var time = Duration.zero..<Duration.zero

    /// Begins the file of a moving image.
    ///
    /// - Parameters:
    ///   - options: The format, one whose ``OutputFormat/moves`` is true, and how to write it.
    ///   - facts: The size, the channels and the number of the frames.
    ///   - iccProfile: The profile of the samples, as for a still.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    ///   - sink: Takes the file; an error from it ends the encoding with `sinkClosed`.
    /// - Throws: As for a still.
    package init(
        _ options: EncodingOptions,
        _ facts: MotionFacts,
        iccProfile: [UInt8]?,
        supervision: Supervision = Supervision(),
        sink: @escaping ByteSink
    ) throws(CodecError) {
        guard let moving = options.options as? any MovingFormat else {
            preconditionFailure("the format holds no frames")
        }
        self.facts = facts
        output = ByteOutput(to: sink, supervision: supervision)
        packing = PackedSamples(moving.depth)
        dithers = moving.dithers
        let profile = iccProfile.flatMap { ICCProfile.fitting(.init(facts.layout), $0) }
        writer = try moving.makeFrameWriter(facts, profile: profile, to: output)
        rowByteCount = packing.rowByteCount(layout: facts.layout, width: facts.size.width)
        row = Samples(repeating: 0, count: rowByteCount)
    }

    /// The greatest amount of memory for the frames at hand, in bytes, and for a file that is held back.
    package static func byteCount(_ options: EncodingOptions, _ facts: MotionFacts) -> Int {
        let frame =
            facts.size.pixelCount * facts.layout.channelCount * options.options.depth.byteCount
        guard let moving = options.options as? any MovingFormat else { return 0 }
        return 3 * frame + (type(of: moving).holdsFrames ? facts.frameCount * frame : 0)
    }

    /// Begins the next frame, which is shown for a time.
    package func beginFrame(delay: Duration) {
        swap(&frame, &former)
        frame.removeAll(keepingCapacity: true)
        frame.reserveCapacity(rowByteCount * facts.size.height)
        rowCount = 0
        time = time.upperBound..<(time.upperBound + delay)
    }

    /// Encodes the valid rows of a band; with the last row, the frame is encoded.
    ///
    /// - Parameter band: A band of the layout and width of the facts.
    /// - Throws: `sinkClosed`, `interrupted`, or `encoderFailed`.
    package func encodeRows(_ band: borrowing Band<Straight>) throws(CodecError) {
        precondition(band.rowCount <= facts.size.height - rowCount, "the frame has fewer rows")
        for index in 0..<band.rowCount {
            let dither: Dither = dithers ? .ordered(y: rowCount) : .none
            row.pack(band, row: index, as: packing, dither)
            frame.append(row.span(0..<rowByteCount))
            rowCount += 1
        }
        guard band.rowCount > 0, rowCount == facts.size.height else { return }
        guard output.supervision.mayContinue() else { throw .interrupted }
        try writer.write(
            PackedFrame(
                size: facts.size,
                pixelByteCount: rowByteCount / facts.size.width,
                bytes: frame,
                former: former,
                time: time
            )
        )
    }

    /// Completes the file after the last frame, and hands the rest of it to the sink.
    package func finish() throws(CodecError) {
        try writer.finish()
        guard output.flush() else { throw .sinkClosed }
    }
}
