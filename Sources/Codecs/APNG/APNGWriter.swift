// SPDX-License-Identifier: Apache-2.0

import Raster

/// An encoder of animated PNG files: each frame is made by the encoder of stills, and its chunks get other names.
///
/// All frames have one pixel format, because the file has one IHDR chunk. The first frame decides about the way to
/// compress.
///
/// Reference: PNG Specification, third edition, 11.3.6.
final class APNGWriter: FrameWriter {
    private let options: PNGOptions
    private let facts: MotionFacts
    private let form: PNGForm
    private let profile: [UInt8]?
    private let output: ByteOutput
    private var strategy: PNGStrategy?
    private var sequence = 0
    private var hasBegun = false

    /// Creates an encoder; nothing is written before the first frame.
    init(
        _ options: PNGOptions,
        _ facts: MotionFacts,
        profile: [UInt8]?,
        to output: ByteOutput
    ) {
        self.options = options
        self.facts = facts
        self.profile = profile
        self.output = output
        form = PNGForm(facts.layout, options.bitDepth)
    }

    func write(_ frame: PackedFrame) throws(CodecError) {
        let still = hasBegun ? try encode(frame, strategy) : try shortest(frame)
        var file: [UInt8] = []
        var offset = PNGChunk.signatureByteCount
        if !hasBegun { file += still[0..<offset] }
        var isControlled = false
        while offset < still.count {
            let chunk = try PNGChunk(still.span, at: offset, isWhole: true)
            offset = chunk.end
            switch chunk.type {
            case .pixels:
                if !isControlled { begin(frame, in: &file) }
                isControlled = true
                append(still[chunk.contents], to: &file)
            case .end: break
            // Foreign: PNGChunk.Kind
            default:
                if !hasBegun { file += still[(chunk.contents.lowerBound - 8)..<chunk.end] }
            }
        }
        hasBegun = true
        guard output.append(file) else { throw .sinkClosed }
    }

    /// Appends the chunks that precede the pixels of a frame.
    private func begin(_ frame: PackedFrame, in file: inout [UInt8]) {
        if !hasBegun {
            PNGFrames.append(
                .animationControl,
                PNGFrames.number(facts.frameCount) + PNGFrames.number(facts.playCount),
                to: &file
            )
        }
        let place = frame.changes
        var control = PNGFrames.number(sequence) + PNGFrames.number(place.size.width)
        control += PNGFrames.number(place.size.height)
        control += PNGFrames.number(place.x) + PNGFrames.number(place.y)
        // Frames stay, and are replaced by the next one.
        control += Self.delay(of: frame) + [0, 0]
        PNGFrames.append(.frameControl, control, to: &file)
        sequence += 1
    }

    /// The time for which a frame is shown, as a fraction of seconds: thousandths if they are not too many.
    private static func delay(of frame: PackedFrame) -> [UInt8] {
        for denominator in [1000, 100] {
            let count = frame.duration(in: .seconds(1) / denominator)
            if count <= Int(UInt16.max) { return number16(count) + number16(denominator) }
        }
        let seconds = min(frame.duration(in: .seconds(1)), Int(UInt16.max))
        return number16(seconds) + number16(1)
    }

    private static func number16(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }

    /// Appends pixels, in a chunk with a number for all frames but the first.
    private func append(_ pixels: ArraySlice<UInt8>, to file: inout [UInt8]) {
        guard hasBegun else { return PNGFrames.append(.pixels, Array(pixels), to: &file) }
        PNGFrames.append(.frameData, PNGFrames.number(sequence) + pixels, to: &file)
        sequence += 1
    }

    /// Encodes the first frame in each way, and decides for the shortest.
    private func shortest(_ frame: PackedFrame) throws(CodecError) -> [UInt8] {
        var best: [UInt8] = []
        for candidate in options.strategies(for: form) {
            let still = try encode(frame, candidate)
            if best.isEmpty || still.count < best.count { (best, strategy) = (still, candidate) }
        }
        return best
    }

    /// Encodes the rectangle of a frame that has changed as a PNG.
    private func encode(
        _ frame: PackedFrame,
        _ strategy: PNGStrategy?
    ) throws(CodecError) -> [UInt8] {
        var file: [UInt8] = []
        let collector = ByteOutput(
            to: { file += $0 },
            supervision: output.supervision
        )
        let writer = try options.makeWriter(
            form,
            strategy,
            size: frame.changes.size,
            profile: profile,
            to: collector
        )
        for y in 0..<frame.changes.size.height {
            try writer.writeRow(Array(frame.row(y, of: frame.changes)).span)
        }
        try writer.finish()
        guard collector.flush() else { throw .sinkClosed }
        return file
    }

    func finish() throws(CodecError) {
        var file: [UInt8] = []
        PNGFrames.append(.end, [], to: &file)
        guard output.append(file) else { throw .sinkClosed }
    }
}
