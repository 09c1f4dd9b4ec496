// SPDX-License-Identifier: Apache-2.0

import Raster

/// Finds the frames in the chunks of an animated WebP, and makes stills of them.
///
/// Reference: RFC 9649, section 2.7.1.
enum WebPFrames {
    /// The number of bytes before the chunks of a frame: its place, its duration and its flags.
    private static let headByteCount = 16

    /// The greatest number of chunks in all frames together; a frame has at most two of pixels and alpha.
    private static let maximumPartCount = 4 * DecodeLimits.maximumSegmentCount

    /// Reads the frames of the chunks in a range of a file; nil if one is not valid.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - first: The offset of the first frame's chunk.
    ///   - end: The offset behind the last chunk.
    ///   - size: The size of the composed frames.
    ///   - playCount: The number of times to play the animation; 0 for endlessly.
    /// - Returns: The moving image.
    static func motion(
        _ bytes: Span<UInt8>,
        from first: Int,
        to end: Int,
        size: PixelSize,
        playCount: Int
    ) -> Motion? {
        var motion = Motion(.webp, size: size, layout: .rgba)
        motion.playCount = playCount
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var chunks = WebPChunks(from: first, to: end)
        var partCount = 0
        for _ in 0..<DecodeLimits.maximumSegmentCount {
            guard let (name, contents) = chunks.next(bytes) else { break }
            guard name == "ANMF" else { continue }
            guard let frame = frame(bytes, contents, &partCount), frame.place.isInside(whole)
            else { return nil }
            motion.frames.append(frame)
        }
        return motion.frames.isEmpty ? nil : motion
    }

    private static func frame(
        _ bytes: Span<UInt8>,
        _ contents: Range<Int>,
        _ partCount: inout Int
    ) -> MotionFrame? {
        let start = contents.lowerBound
        guard contents.count >= headByteCount else { return nil }
        let fields = [0, 3, 6, 9, 12].compactMap {
            bytes.littleEndian(at: start + $0, byteCount: 3)
        }
        guard fields.count == 5, let flags = bytes.byte(at: start + 15) else { return nil }
        var frame = MotionFrame(
            place: PixelRect(
                x: 2 * fields[0],
                y: 2 * fields[1],
                width: fields[2] + 1,
                height: fields[3] + 1
            )
        )
        frame.delay = .milliseconds(fields[4])
        frame.disposal = flags & 1 != 0 ? .clear : .keep
        frame.blends = flags & 2 == 0
        var parts = WebPChunks(from: start + headByteCount, to: contents.upperBound)
        while let (name, part) = parts.next(bytes) {
            partCount += 1
            guard partCount <= maximumPartCount else { return nil }
            guard ["ALPH", "VP8 ", "VP8L"].contains(name) else { continue }
            frame.pieces.append((part.lowerBound - 8)..<part.upperBound)
            guard name == "ALPH" else { return frame }
            frame.fields = 0x10
        }
        return nil
    }

    /// Makes a WebP of one frame.
    static func file(of frame: MotionFrame, _ bytes: [UInt8]) -> [UInt8] {
        var chunks = frame.fields == 0 ? [] : extended(frame.place.size, flags: frame.fields)
        for piece in frame.pieces {
            chunks += bytes[piece]
            if piece.count & 1 == 1 { chunks.append(0) }
        }
        return Array("RIFF".utf8) + number(4 + chunks.count, 4) + Array("WEBP".utf8) + chunks
    }

    /// Makes the chunk with the size and the features of a file.
    static func extended(_ size: PixelSize, flags: UInt8) -> [UInt8] {
        Array("VP8X".utf8) + number(10, 4) + [flags, 0, 0, 0] + number(size.width - 1, 3)
            + number(size.height - 1, 3)
    }

    /// The bytes of a number, the least significant first.
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

/// The chunks in a range of a WebP, by their names and contents, up to the first that is cut.
struct WebPChunks {
    private var offset: Int
    private let end: Int

    /// Creates the chunks from an offset to another; nothing is read yet.
    init(from first: Int, to end: Int) {
        offset = first
        self.end = end
    }

    /// Reads the next chunk of the file; nil after the last one.
    mutating func next(_ bytes: Span<UInt8>) -> (name: String, contents: Range<Int>)? {
        guard offset + 8 <= end,
            let byteCount = bytes.littleEndian(at: offset + 4, byteCount: 4),
            byteCount <= end - offset - 8, offset + 8 + byteCount <= bytes.count
        else { return nil }
        let start = offset + 8
        let letters = [bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]]
        offset = start + byteCount + (byteCount & 1)
        return (String(decoding: letters, as: UTF8.self), start..<start + byteCount)
    }
}
