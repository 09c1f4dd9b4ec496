// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

/// The limits of animations, and the facts that their files state.
@Suite struct MotionLimitTests {
    private static func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

    /// A GIF with a screen of one pixel, whose pixels are not valid.
    private static func gif(_ places: [PixelRect], blocks: [UInt8] = []) -> [UInt8] {
        var file = Array("GIF89a".utf8) + number(1) + number(1) + [0, 0, 0] + blocks
        for place in places {
            file += [0x2C] + number(place.x) + number(place.y)
            file += number(place.size.width) + number(place.size.height)
            file += [0, 2, 1, 0x2C, 0]
        }
        return file + [0x3B]
    }

    private static let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)

    @Test func `counts the pixels of frames that are larger than the image`() throws {
        let large = PixelRect(x: 0, y: 0, width: 2000, height: 1000)
        let outside = PixelRect(x: 1, y: 0, width: 3000, height: 3000)
        let file = Self.gif([Self.pixel, large, outside])
        let motion = try #require(try ImageHeader.probe(file.span, damage: .warn).motion)
        #expect((1...3).map { motion.pixelCount(frames: $0) } == [1, 2_000_001, 2_000_002])
        #expect(motion.passes(frames: 3) == 2_000_002)
        #expect(motion.frames.map { motion.isShown($0) } == [true, true, false])
        #expect(motion.pixelByteCount >= 4)
        let byteCount = motion.composingByteCount(fileByteCount: file.count)
        #expect(byteCount > file.count + 1_999_999 * motion.pixelByteCount)
    }

    @Test(arguments: ["NETSCAPE2.0", "ANIMEXTS1.0"])
    func `reads how often a GIF is played`(name: String) throws {
        let blocks: [UInt8] = [0x21, 0xFF, 11] + Array(name.utf8) + [3, 1, 2, 0, 0]
        let file = Self.gif([Self.pixel, Self.pixel], blocks: blocks)
        #expect(try ImageHeader.probe(file.span, damage: .warn).motion?.playCount == 3)
    }

    @Test(arguments: [39_999, 40_000])
    func `limits the parts of all frames of a WebP together`(count: Int) {
        let junk = Array("JUNK".utf8) + [0, 0, 0, 0]
        let pixels = Array("VP8L".utf8) + [0, 0, 0, 0]
        var contents = [UInt8](repeating: 0, count: 16)
        for _ in 0..<count { contents += junk }
        contents += pixels
        let file = Array("ANMF".utf8) + WebPFrames.number(contents.count, 4) + contents
        let motion = WebPFrames.motion(
            file.span,
            from: 0,
            to: file.count,
            size: PixelSize(width: 1, height: 1),
            playCount: 1
        )
        #expect((motion == nil) == (count == 40_000))
    }

    private static let size = PixelSize(width: 64, height: 48)

    /// Encodes frames of many colors, one for each delay.
    private static func encode(
        _ options: EncodingOptions,
        delays: [Duration],
        shouldContinue: @escaping () -> Bool = { true },
        sink: @escaping ByteSink
    ) throws {
        let encoder = try MotionEncoder(
            options,
            MotionFacts(size: size, layout: .rgb, frameCount: delays.count, playCount: 0),
            iccProfile: nil,
            supervision: Supervision(mayContinue: shouldContinue),
            sink: sink
        )
        for (index, delay) in delays.enumerated() {
            encoder.beginFrame(delay: delay)
            var band = Band<Straight>(layout: .rgb, width: size.width, capacity: size.height)
            for channel in 0..<3 {
                for y in 0..<size.height {
                    var row = band.mutableRow(y, of: channel)
                    for x in 0..<size.width {
                        let level = (x * (2 * channel + 1) + y * 7 + index * 11) % 256
                        row[x] = UInt16(level) * 257
                    }
                }
            }
            band.rowCount = size.height
            try encoder.encodeRows(band)
        }
        try encoder.finish()
    }

    @Test func `writes the delays of an APNG beyond a minute`() throws {
        let delays: [Duration] = [.milliseconds(65_530), .milliseconds(65_540), .seconds(1000)]
        var file: [UInt8] = []
        try Self.encode(.apng(APNGOptions()), delays: delays, sink: { file += $0 })
        let motion = try ImageHeader.probe(file.span, damage: .warn).motion
        #expect(motion?.frames.map(\.delay) == delays)
    }

    @Test func `a frame of a GIF is interrupted at each check`() throws {
        var callCount = 0
        let counting: () -> Bool = {
            callCount += 1
            return true
        }
        let options = EncodingOptions.gif(GIFOptions())
        try Self.encode(options, delays: [.zero], shouldContinue: counting, sink: { _ in })
        let total = callCount
        #expect(total > 2 * Self.size.height)
        for allowed in [0, 10, Self.size.height + 10, total - 1] {
            var rest = allowed
            let limited: () -> Bool = {
                rest -= 1
                return rest >= 0
            }
            var byteCount = 0
            #expect(throws: CodecError.interrupted) {
                try Self.encode(
                    options,
                    delays: [.zero],
                    shouldContinue: limited,
                    sink: { byteCount += $0.count }
                )
            }
            #expect(byteCount == 0)
        }
    }

    @Test func `chooses a palette near to all colors`() {
        let pixels: [UInt32] = (0..<4096).map { index in
            let (red, green, blue) = (index >> 8, index >> 4 & 15, index & 15)
            return UInt32(17 * (red << 16 | green << 8 | blue))
        }
        let palette = ColorQuantizer.palette(of: pixels, count: 255)
        #expect(palette.isReduced && palette.colors.count == 255)
        for index in stride(from: 0, to: pixels.count, by: 13) {
            let least = palette.colors.map { Self.distance(pixels[index], $0) }.min()
            #expect((least ?? 255) <= 51)
        }
    }

    /// The greatest difference of two colors in a channel.
    private static func distance(_ first: UInt32, _ second: UInt32) -> Int {
        var greatest = 0
        for shift: UInt32 in [16, 8, 0] {
            let (one, other) = (Int(first >> shift & 255), Int(second >> shift & 255))
            greatest = max(greatest, abs(one - other))
        }
        return greatest
    }
}
