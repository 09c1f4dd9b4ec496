// SPDX-License-Identifier: Apache-2.0

import Raster

/// An encoder of GIF files, with a palette for each frame.
///
/// A frame of an opaque image is the rectangle that has changed, in which unchanged pixels are transparent. Frames of
/// an image with alpha are whole, and are cleared before the next one, because a transparent pixel erases nothing.
///
/// Reference: Graphics Interchange Format, version 89a, CompuServe 1990.
final class GIFWriter: FrameWriter {
    private let options: GIFOptions
    private let facts: MotionFacts
    private let output: ByteOutput
    private var hasBegun = false

    /// The least alpha of a pixel that is shown.
    private static let leastAlpha: UInt8 = 128

    init(_ options: GIFOptions, _ facts: MotionFacts, to output: ByteOutput) {
        self.options = options
        self.facts = facts
        self.output = output
    }

    func write(_ frame: PackedFrame) throws(CodecError) {
        let place =
            facts.layout.hasAlpha
            ? PixelRect(x: 0, y: 0, width: facts.size.width, height: facts.size.height)
            : frame.changes
        let pixels = try pixels(of: frame, in: place)
        let palette = ColorQuantizer.palette(of: pixels, count: 255)
        // A table has a power of two of colors; the last one, behind all colors, stands for transparent pixels.
        var bitCount = 1
        while 1 << bitCount <= palette.colors.count { bitCount += 1 }
        let transparent = UInt8((1 << bitCount) - 1)
        let indices = try PaletteMap(palette).indices(
            of: pixels,
            width: place.size.width,
            dithers: options.dither && palette.isReduced,
            transparent: transparent,
            shouldContinue: output.supervision.mayContinue
        )
        var file = hasBegun ? [] : head()
        hasBegun = true
        file += control(frame, transparent)
        file += [0x2C] + number(place.x) + number(place.y)
        file += number(place.size.width) + number(place.size.height)
        file.append(0x80 | UInt8(bitCount - 1))
        for index in 0..<1 << bitCount {
            let color = index < palette.colors.count ? palette.colors[index] : 0
            file += [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
        }
        try LZWWriter.append(
            indices,
            bitCount: max(2, bitCount),
            to: &file,
            shouldContinue: output.supervision.mayContinue
        )
        guard output.supervision.mayContinue() else { throw .interrupted }
        guard output.append(file) else { throw .sinkClosed }
    }

    /// The colors of a rectangle, as red, green and blue from the highest byte on; nil for transparent pixels.
    private func pixels(
        of frame: PackedFrame,
        in place: PixelRect
    ) throws(CodecError) -> [UInt32?] {
        var pixels: [UInt32?] = []
        pixels.reserveCapacity(place.size.pixelCount)
        let count = frame.pixelByteCount
        let isColor = facts.layout.isColor
        let skipsUnchanged = !facts.layout.hasAlpha && !frame.former.isEmpty
        for y in place.rows {
            guard output.supervision.mayContinue() else { throw .interrupted }
            for x in place.columns {
                let start = (y * facts.size.width + x) * count
                let range = start..<start + count
                if facts.layout.hasAlpha, frame.bytes[range.upperBound - 1] < Self.leastAlpha {
                    pixels.append(nil)
                } else if skipsUnchanged,
                    range.allSatisfy({ frame.bytes[$0] == frame.former[$0] })
                {
                    pixels.append(nil)
                } else if isColor {
                    pixels.append(
                        range.prefix(3).reduce(0) { $0 << 8 | UInt32(frame.bytes[$1]) }
                    )
                } else {
                    pixels.append(UInt32(frame.bytes[start]) * 0x01_01_01)
                }
            }
        }
        return pixels
    }

    /// The head of the file: the screen without a palette, and how often the frames are played.
    private func head() -> [UInt8] {
        var head = Array("GIF89a".utf8) + number(facts.size.width) + number(facts.size.height)
        head += [0x70, 0, 0]
        if facts.frameCount > 1, facts.playCount != 1 {
            // It counts the repetitions after the first time.
            let count = min(max(0, facts.playCount - 1), Int(UInt16.max))
            head += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + number(count) + [0]
        }
        return head
    }

    private func control(_ frame: PackedFrame, _ transparent: UInt8) -> [UInt8] {
        let disposal: UInt8 = facts.layout.hasAlpha && facts.frameCount > 1 ? 2 : 1
        let delay = min(frame.duration(in: .milliseconds(10)), Int(UInt16.max))
        return [0x21, 0xF9, 4, disposal << 2 | 1] + number(delay) + [transparent, 0]
    }

    private func number(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    func finish() throws(CodecError) {
        guard output.append([0x3B]) else { throw .sinkClosed }
    }
}
