// SPDX-License-Identifier: Apache-2.0

import Raster

/// Gathers the frames of an animated PNG from its chunks, and makes stills of them.
///
/// Reference: PNG Specification, third edition, 11.3.6; its animations were named APNG before.
struct PNGFrames {
    /// The moving image so far; nil once a chunk of it is not valid.
    private var motion: Motion?

    /// Whether the still image of the file is the first frame.
    private var beginsWithStill = false

    /// The number of frames that the acTL chunk states.
    private var statedCount = 0

    private var hasPixels = false
    private var sequence = 0
    private var pieceCount = 0
    private let size: PixelSize

    /// Creates frames of a file whose header states a size.
    init(size: PixelSize) {
        self.size = size
        motion = Motion(.png, size: size, layout: .rgba)
    }

    /// Takes a chunk; any that belongs to no animation is ignored.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - bytes: The file.
    mutating func take(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
        let start = chunk.contents.lowerBound
        switch chunk.type {
        case .animationControl where !hasPixels:
            statedCount = bytes.bigEndian32(at: start) ?? 0
            motion?.playCount = bytes.bigEndian32(at: start + 4) ?? 1
        case .frameControl:
            if !hasPixels { beginsWithStill = true }
            takeControl(chunk, bytes)
        case .pixels:
            hasPixels = true
            if beginsWithStill { append(chunk.contents) }
        case .frameData:
            takeNumber(bytes.bigEndian32(at: start))
            append((start + 4)..<max(start + 4, chunk.contents.upperBound))
        // Foreign: PNGChunk.Kind
        default:
            break
        }
    }

    private mutating func takeControl(_ chunk: PNGChunk, _ bytes: Span<UInt8>) {
        let start = chunk.contents.lowerBound
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        takeNumber(bytes.bigEndian32(at: start))
        let sides = [4, 8, 12, 16].compactMap { bytes.bigEndian32(at: start + $0) }
        guard chunk.contents.count == 26, sides.count == 4,
            let numerator = bytes.bigEndian16(at: start + 20),
            let denominator = bytes.bigEndian16(at: start + 22),
            let disposal = bytes.byte(at: start + 24), let blend = bytes.byte(at: start + 25)
        else { return motion = nil }
        var frame = MotionFrame(
            place: PixelRect(x: sides[2], y: sides[3], width: sides[0], height: sides[1])
        )
        guard frame.place.isInside(whole), disposal <= 2, blend <= 1 else { return motion = nil }
        frame.delay = .seconds(numerator) / (denominator == 0 ? 100 : denominator)
        frame.disposal = [.keep, .clear, .restore][Int(disposal)]
        frame.blends = blend == 1
        if motion?.frames.last?.pieces.isEmpty == true { motion = nil }
        motion?.frames.append(frame)
    }

    /// Checks the number of a chunk of the animation: they are counted together, without gaps.
    private mutating func takeNumber(_ number: Int?) {
        if number != sequence { motion = nil }
        sequence += 1
    }

    private mutating func append(_ piece: Range<Int>) {
        pieceCount += 1
        // Chunks of pixels are not counted with the others.
        if pieceCount > DecodeLimits.maximumSegmentCount { motion = nil }
        guard let last = motion?.frames.indices.last else { return }
        motion?.frames[last].pieces.append(piece)
    }

    /// Leaves out the last frame of a file that breaks off, unless the frame is complete.
    ///
    /// - Parameter kind: The type of the chunk that is cut; nil if the file ends before it.
    mutating func cut(in kind: PNGChunk.Kind?) {
        if let kind, kind != .frameData, kind != .pixels { return }
        if motion?.frames.isEmpty == false { motion?.frames.removeLast() }
    }

    /// The greatest number of bytes in the chunks that all frames share, for all frames together.
    private static let maximumSharedByteCount = 64 << 20

    /// Completes the moving image, with the chunks of the file that all frames share.
    ///
    /// - Parameters:
    ///   - layout: The channels of the still image.
    ///   - shared: The chunk IHDR, and the chunks before the pixels that decide about colors.
    ///   - profileByteCount: The greatest size of a color profile in them.
    /// - Returns: The moving image of at least two frames; nil for a file that shows a still, or whose shared chunks
    ///   take too long to read for each frame.
    func finished(
        layout: ChannelLayout,
        sharing shared: [PNGChunk],
        profileByteCount: Int
    ) -> Motion? {
        guard var motion, statedCount > 1 else { return nil }
        // The file may break off in a frame.
        if motion.frames.last?.pieces.isEmpty == true { motion.frames.removeLast() }
        motion.frames = Array(motion.frames.prefix(statedCount))
        guard motion.frames.count > 1 else { return nil }
        let byteCount = shared.reduce(profileByteCount) { $0 + $1.contents.count + 12 }
        guard byteCount * motion.frames.count <= Self.maximumSharedByteCount else { return nil }
        motion.shared = shared.map { ($0.contents.lowerBound - 8)..<$0.end }
        motion.beginsWithStill = beginsWithStill
        let first = motion.frames[0]
        let isOpaque =
            !layout.hasAlpha && first.place.size == motion.size
            && motion.frames.allSatisfy { $0.disposal != .clear } && first.disposal == .keep
        motion.layout = isOpaque ? layout : layout.addingAlpha
        return motion
    }

    /// Makes a PNG of one frame.
    static func file(of frame: MotionFrame, _ motion: Motion, _ bytes: [UInt8]) -> [UInt8] {
        var file = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        // Two sides of four bytes, and five more bytes.
        let fields = motion.shared[0].lowerBound + 16
        append(
            .header,
            number(frame.place.size.width) + number(frame.place.size.height)
                + bytes[fields..<(fields + 5)],
            to: &file
        )
        for range in motion.shared.dropFirst() { file += bytes[range] }
        for piece in frame.pieces { append(piece, of: bytes, to: &file) }
        append(.end, [], to: &file)
        return file
    }

    /// Appends pixels of a frame to a file, with a wrong checksum if the checksum of their chunk is wrong.
    private static func append(_ piece: Range<Int>, of bytes: [UInt8], to file: inout [UInt8]) {
        let span = bytes.span
        // A number precedes the pixels, unless the chunk is one of the still.
        let isNumbered = span.bigEndian32(at: piece.lowerBound - 4) != PNGChunk.Kind.pixels.code
        let start = piece.lowerBound - (isNumbered ? 8 : 4)
        let stated = span.bigEndian32(at: piece.upperBound)
        let isValid = stated == Int(span.checksum(start..<piece.upperBound))
        append(.pixels, Array(bytes[piece]), to: &file)
        if !isValid { file[file.count - 1] ^= 1 }
    }

    /// Appends a chunk with its length and checksum to a file.
    static func append(_ kind: PNGChunk.Kind, _ contents: [UInt8], to file: inout [UInt8]) {
        file += number(contents.count)
        let start = file.count
        file += number(kind.code)
        file += contents
        file += number(Int(file.span.checksum(start..<file.count)))
    }

    /// The four bytes of a number, the most significant first.
    static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
