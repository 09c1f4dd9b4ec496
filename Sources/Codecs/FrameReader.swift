// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// A row reader of one frame of a moving image, composed with the frames before it.
final class FrameReader: RowReader {
    private let frames: FrameSequence
    private let packing: PackedSamples
    private var row: Band<Straight>

    /// The damage in this frame and the frames before it.
    var damage: Set<Damage> { frames.damage }

    /// Opens a file whose selected frame is composed with the frames before it.
    ///
    /// - Parameters:
    ///   - input: Delivers the file.
    ///   - file: The header, with the frame that is selected.
    ///   - motion: The frames.
    ///   - prefix: The whole file.
    /// - Returns: The decoder of the composed frame, with the profile of the file.
    /// - Throws: The errors of decoding.
    static func open(
        _ input: ByteInput,
        _ file: ProbedFile,
        _ motion: Motion,
        prefix: [UInt8]
    ) throws(CodecError) -> OpenedFile {
        let whole = ByteInput(prefix, then: nil, supervision: input.supervision)
        return OpenedFile(
            reader: try FrameReader(input, file, motion),
            conversion: .unpack(PackedSamples(file.header.deliveredDepth)),
            profile: try file.header.format.reader().profile(whole, file, prefix: prefix)
        )
    }

    /// Composes the frames of a file up to one frame.
    ///
    /// - Parameters:
    ///   - input: Delivers the file.
    ///   - file: The header, with the frame that is selected.
    ///   - motion: The frames.
    /// - Throws: The errors of decoding.
    init(_ input: ByteInput, _ file: ProbedFile, _ motion: Motion) throws(CodecError) {
        frames = FrameSequence(
            input.rest(),
            motion,
            limits: file.limits,
            damage: file.policy,
            supervision: input.supervision
        )
        packing = PackedSamples(file.header.deliveredDepth)
        row = Band(
            layout: file.header.layout,
            width: file.header.codedSize.width,
            capacity: 1
        )
        for _ in 0...file.selection.index {
            guard try frames.advance() else {
                throw .noSuchFrame(count: motion.frames.count)
            }
        }
    }

    func readRow(into bytes: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError) {
        frames.copyRows(rowsDecoded..<rowsDecoded + 1, into: &row)
        row.pack(row: 0, as: packing, into: &bytes)
    }
}
