// SPDX-License-Identifier: Apache-2.0

import Raster

extension WebPOptions: MovingFormat {
    static var moves: Bool { true }

    /// True, as the head of a file states its length.
    static var holdsFrames: Bool { true }

    func makeFrameWriter(
        _ facts: MotionFacts,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any FrameWriter {
        guard facts.size.width <= Self.maximumSide, facts.size.height <= Self.maximumSide else {
            throw .sideTooLong(facts.size, limit: Self.maximumSide)
        }
        return WebPFrameWriter(self, facts, profile: profile, to: output)
    }
}

/// An encoder of animated WebP files: each frame is encoded as a still by the library, and its chunks are put
/// together here.
///
/// Reference: RFC 9649, section 2.7.1.
final class WebPFrameWriter: FrameWriter {
    private let options: WebPOptions
    private let facts: MotionFacts
    private let profile: [UInt8]?
    private let output: ByteOutput
    private var frames: [UInt8] = []

    /// The greatest duration that a frame can state, in milliseconds.
    private static let greatestDelay = (1 << 24) - 1

    init(
        _ options: WebPOptions,
        _ facts: MotionFacts,
        profile: [UInt8]?,
        to output: ByteOutput
    ) {
        self.options = options
        self.facts = facts
        self.profile = profile
        self.output = output
    }

    func write(_ frame: PackedFrame) throws(CodecError) {
        let place = Self.evenPlace(frame.changes)
        let still = try encode(frame, place)
        let number = WebPFrames.number
        var contents = number(place.x / 2, 3) + number(place.y / 2, 3)
        contents += number(place.size.width - 1, 3) + number(place.size.height - 1, 3)
        contents += number(min(frame.duration(in: .milliseconds(1)), Self.greatestDelay), 3)
        // The frame stays, and replaces what was there.
        contents.append(2)
        var chunks = WebPChunks(from: 12, to: still.count)
        while let (name, part) = chunks.next(still.span) {
            guard ["ALPH", "VP8 ", "VP8L"].contains(name) else { continue }
            Self.append(name, still[part], to: &contents)
        }
        Self.append("ANMF", contents[...], to: &frames)
    }

    /// Moves the top left corner of a rectangle to even numbers, which are all that a file can state.
    private static func evenPlace(_ place: PixelRect) -> PixelRect {
        let (x, y) = (place.x & ~1, place.y & ~1)
        return PixelRect(
            x: x,
            y: y,
            width: place.columns.upperBound - x,
            height: place.rows.upperBound - y
        )
    }

    private func encode(_ frame: PackedFrame, _ place: PixelRect) throws(CodecError) -> [UInt8] {
        var file: [UInt8] = []
        let collector = ByteOutput(
            to: { file += $0 },
            supervision: output.supervision
        )
        let writer = try options.makeWriter(
            size: place.size,
            layout: facts.layout,
            profile: nil,
            to: collector
        )
        for y in 0..<place.size.height {
            try writer.writeRow(Array(frame.row(y, of: place)).span)
        }
        try writer.finish()
        guard collector.flush() else { throw .sinkClosed }
        return file
    }

    private static func append(
        _ name: String,
        _ contents: ArraySlice<UInt8>,
        to file: inout [UInt8]
    ) {
        file += Array(name.utf8) + WebPFrames.number(contents.count, 4)
        file += contents
        if contents.count & 1 == 1 { file.append(0) }
    }

    func finish() throws(CodecError) {
        let flags: UInt8 =
            0x02 | (facts.layout.hasAlpha ? 0x10 : 0) | (profile == nil ? 0 : 0x20)
        var head = WebPFrames.extended(facts.size, flags: flags)
        if let profile { Self.append("ICCP", profile[...], to: &head) }
        // The background is transparent.
        let plays = min(facts.playCount, Int(UInt16.max))
        Self.append("ANIM", ([0, 0, 0, 0] + WebPFrames.number(plays, 2))[...], to: &head)
        let length = 4 + head.count + frames.count
        guard output.append(Array("RIFF".utf8) + WebPFrames.number(length, 4)),
            output.append(Array("WEBP".utf8) + head)
        else { throw .sinkClosed }
        for start in stride(from: 0, to: frames.count, by: ByteOutput.chunkByteCount) {
            let end = min(frames.count, start + ByteOutput.chunkByteCount)
            guard output.append(frames[start..<end]) else { throw .sinkClosed }
        }
        frames = []
    }
}
