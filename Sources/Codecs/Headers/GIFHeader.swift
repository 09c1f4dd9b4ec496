// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the blocks of a GIF.
///
/// Reference: Graphics Interchange Format, version 89a, CompuServe 1990.
struct GIFHeader {
    private var offset = 6
    private var partCount = 0
    private var screen = PixelSize(width: 0, height: 0)
    private var isOpaque = true
    private var isFirstOpaque = true
    private var disposal = 0
    private var isTransparent = false
    private var control = MotionFrame(place: PixelRect(x: 0, y: 0, width: 0, height: 0))
    private var motion = Motion(.gif, size: PixelSize(width: 0, height: 0), layout: .rgba)

    /// Reads the size, the transparency and the number of frames of a GIF.
    ///
    /// A file that breaks off has as many frames as are whole.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - isWhole: Whether that is the whole file; otherwise only the first frame is looked at.
    ///   - frame: The frame that is asked for, which may be opaque or not.
    /// - Returns: The header.
    /// - Throws: `truncated`, `corrupt` or `tooManySegments`.
    static func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        frame: Int = 0
    ) throws(CodecError) -> ForeignFileHeader {
        var parser = GIFHeader()
        return try parser.parse(bytes, isWhole: isWhole, frame: frame)
    }

    private mutating func parse(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        frame: Int
    ) throws(CodecError) -> ForeignFileHeader {
        screen = PixelSize(
            width: try number(bytes, at: offset),
            height: try number(bytes, at: offset + 2)
        )
        offset = 13 + colorByteCount(try byte(bytes, at: 10))
        motion.shared = [10..<offset]
        var frameCount = 0
        do throws(CodecError) {
            while try findFrame(bytes) {
                try readPlace(bytes, index: frameCount, wanted: frame)
                guard isWhole else { return header(frameCount: 1) }
                try skipBlocks(bytes)
                frameCount += 1
                take(endingAt: offset)
            }
        } catch {
            if case .tooManySegments = error { throw error }
            if frameCount == 0 { throw error }
        }
        guard frameCount > 0 else { throw .corrupt(.structure(offset: offset)) }
        return header(frameCount: frameCount)
    }

    private func header(frameCount: Int) -> ForeignFileHeader {
        var header = ForeignFileHeader(size: screen, layout: isOpaque ? .rgb : .rgba)
        header.frameCount = frameCount
        if frameCount > 1 { header.motion = finished() }
        return header
    }

    /// Notes a frame, now that its last byte is known.
    private mutating func take(endingAt end: Int) {
        control.pieces = [control.pieces[0].lowerBound..<end]
        motion.frames.append(control)
    }

    private func finished() -> Motion {
        var motion = motion
        motion.size = screen
        let isOpaque =
            isFirstOpaque && motion.frames.allSatisfy { $0.disposal != .clear }
            && motion.frames[0].disposal == .keep
        motion.layout = isOpaque ? .rgb : .rgba
        return motion
    }

    /// Moves the offset past the separator of the next frame, and returns true; false at the end of
    /// the file.
    private mutating func findFrame(_ bytes: Span<UInt8>) throws(CodecError) -> Bool {
        (disposal, isTransparent) = (0, false)
        control = MotionFrame(place: PixelRect(x: 0, y: 0, width: 0, height: 0))
        while true {
            try count()
            let kind = try byte(bytes, at: offset)
            offset += 1
            switch kind {
            case 0x2C: return true
            case 0x3B: return false
            case 0x21: try readExtension(bytes)
            case _: throw .corrupt(.structure(offset: offset - 1))
            }
        }
    }

    private mutating func readExtension(_ bytes: Span<UInt8>) throws(CodecError) {
        let label = try byte(bytes, at: offset)
        offset += 1
        if label == 0xF9, bytes.byte(at: offset) == 4 {
            let fields = try byte(bytes, at: offset + 1)
            (disposal, isTransparent) = (Int(fields >> 2 & 7), fields & 1 == 1)
            control.disposal = disposal == 2 ? .clear : disposal == 3 ? .restore : .keep
            control.delay = .milliseconds(10 * (try number(bytes, at: offset + 2)))
            control.transparentIndex = isTransparent ? try byte(bytes, at: offset + 4) : nil
        } else if label == 0xFF,
            bytes.starts(with: "NETSCAPE2.0", at: offset + 1)
                || bytes.starts(with: "ANIMEXTS1.0", at: offset + 1),
            bytes.byte(at: offset + 12) == 3, bytes.byte(at: offset + 13) == 1
        {
            // It counts the repetitions after the first time.
            let count = try number(bytes, at: offset + 14)
            motion.playCount = count == 0 ? 0 : count + 1
        }
        try skipBlocks(bytes)
    }

    /// Reads the position and size of a frame, and moves the offset to its compressed pixels.
    private mutating func readPlace(
        _ bytes: Span<UInt8>,
        index: Int,
        wanted: Int
    ) throws(CodecError) {
        let (left, top) = (try number(bytes, at: offset), try number(bytes, at: offset + 2))
        let (right, bottom) = (
            left + (try number(bytes, at: offset + 4)), top + (try number(bytes, at: offset + 6))
        )
        control.place = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
        control.fields = try byte(bytes, at: offset + 8)
        control.pieces = [(offset + 9)..<(offset + 9)]
        offset += 9 + colorByteCount(control.fields) + 1
        if index == 0 {
            // Browsers enlarge a screen that is smaller than the first frame; later frames are cut off.
            screen = PixelSize(width: max(screen.width, right), height: max(screen.height, bottom))
            guard screen.pixelCount > 0 else { throw .corrupt(.dimensions) }
            let covers =
                left == 0 && top == 0 && right >= screen.width && bottom >= screen.height
            isOpaque = covers && !isTransparent
            isFirstOpaque = isOpaque
        }
        if index < wanted, disposal == 2 || (index == 0 && disposal == 3) { isOpaque = false }
    }

    private mutating func skipBlocks(_ bytes: Span<UInt8>) throws(CodecError) {
        while true {
            let byteCount = Int(try byte(bytes, at: offset))
            offset += 1 + byteCount
            if byteCount == 0 { return }
        }
    }

    private mutating func count() throws(CodecError) {
        partCount += 1
        guard partCount <= DecodeLimits.maximumSegmentCount else {
            throw .tooManySegments(limit: DecodeLimits.maximumSegmentCount)
        }
    }

    private func colorByteCount(_ fields: UInt8) -> Int {
        fields & 0x80 == 0 ? 0 : 3 << (Int(fields & 7) + 1)
    }

    private func byte(_ bytes: Span<UInt8>, at offset: Int) throws(CodecError) -> UInt8 {
        guard let byte = bytes.byte(at: offset) else { throw .truncated }
        return byte
    }

    private func number(_ bytes: Span<UInt8>, at offset: Int) throws(CodecError) -> Int {
        guard let number = bytes.littleEndian(at: offset, byteCount: 2) else { throw .truncated }
        return number
    }
}
