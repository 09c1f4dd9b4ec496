// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

/// Animations of one row, put together byte by byte, and those of the own writer.
@Suite struct AnimatedPNGTests {
    /// A frame of one color.
    private struct Frame {
        var left = 0
        var width = 4
        var color: [UInt8]
        var disposal: UInt8 = 0
        var blend: UInt8 = 0
    }

    private static let red = Frame(color: [255, 0, 0, 255])
    private static let blue = Frame(left: 3, width: 1, color: [0, 0, 255, 255])

    private static func number(_ value: Int) -> [UInt8] { PNGFrames.number(value) }

    /// A zlib stream of one row without a filter.
    private static func pixels(_ color: [UInt8], width: Int) -> [UInt8] {
        let row: [UInt8] = [0] + [[UInt8]](repeating: color, count: width).joined()
        var (first, second) = (1, 0)
        for byte in row {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        let count = UInt8(row.count)
        let head: [UInt8] = [0x78, 1, 1, count, 0, ~count, 255]
        return head + row + number(second << 16 | first)
    }

    /// A file of RGBA, whose still is the first frame or a white image apart.
    private static func file(
        _ frames: [Frame],
        stillIsFrame: Bool = true,
        firstNumber: Int = 0
    ) -> [UInt8] {
        var chunks = HandMade.chunk("IHDR", number(4) + number(1) + [8, 6, 0, 0, 0])
        chunks += HandMade.chunk("acTL", number(frames.count) + number(3))
        if !stillIsFrame {
            chunks += HandMade.chunk("IDAT", pixels([255, 255, 255, 255], width: 4))
        }
        var sequence = firstNumber
        for (index, frame) in frames.enumerated() {
            let place = number(frame.width) + number(1) + number(frame.left) + number(0)
            let rest: [UInt8] = [0, 1, 0, 30, frame.disposal, frame.blend]
            chunks += HandMade.chunk("fcTL", number(sequence) + place + rest)
            sequence += 1
            let data = pixels(frame.color, width: frame.width)
            if index == 0, stillIsFrame {
                chunks += HandMade.chunk("IDAT", data)
            } else {
                chunks += HandMade.chunk("fdAT", number(sequence) + data)
                sequence += 1
            }
        }
        return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunks + HandMade.chunk("IEND", [])
    }

    /// The pixels of a frame, by its number.
    private static func row(
        _ file: [UInt8],
        frame: Int,
        damage: DamagePolicy = .warn
    ) throws -> [[Int]] {
        var decoder = try ImageDecoder(
            bytes: file,
            damage: damage,
            taking: PictureSelection(frame: frame)
        )
        #expect(decoder.header.layout == .rgba)
        var band = Band<Straight>(layout: .rgba, width: 4, capacity: 1)
        try decoder.decodeRows(into: &band)
        return (0..<4).map { x in (0..<4).map { Int(band.row(0, of: $0)[x]) / 257 } }
    }

    @Test(arguments: [0, 1, 2] as [UInt8])
    func `treats the place of a frame as the frame says`(disposal: UInt8) throws {
        let green = Frame(left: 1, width: 2, color: [0, 255, 0, 255], disposal: disposal)
        let file = Self.file([Self.red, green, Self.blue])
        let (red, shown) = ([255, 0, 0, 255], [0, 255, 0, 255])
        #expect(try Self.row(file, frame: 2) == [red, shown, shown, red])
        let left = [shown, [0, 0, 0, 0], red][Int(disposal)]
        #expect(try Self.row(file, frame: 3) == [red, left, left, [0, 0, 255, 255]])
        let header = try ImageHeader.probe(file.span, damage: .warn)
        #expect(header.motion?.playCount == 3)
        let delays = header.motion?.frames.map(\.delay)
        #expect(delays == [Duration](repeating: .seconds(1) / 30, count: 3))
    }

    @Test func `blends a frame over what is there, or replaces it`() throws {
        var green = Frame(left: 1, width: 2, color: [0, 255, 0, 128])
        #expect(try Self.row(Self.file([Self.red, green]), frame: 2)[1] == [0, 255, 0, 128])
        green.blend = 1
        // Source-over in whole levels that are cut off, as in Chromium: 255 · 127/255 and 255 · 128/255.
        #expect(try Self.row(Self.file([Self.red, green]), frame: 2)[1] == [126, 127, 0, 255])
        let clear = Frame(color: [9, 9, 9, 0])
        #expect(try Self.row(Self.file([clear, green]), frame: 2)[1] == [0, 255, 0, 128])
    }

    @Test func `leaves out what is missing of a later frame, if that is accepted`() throws {
        let green = Frame(left: 1, width: 2, color: [0, 255, 0, 255])
        var file = Self.file([Self.red, green, Self.blue])
        let streams = file.indices.filter { file[$0...].starts(with: [0x78, 1, 1]) }
        file[streams[1]] = 0
        #expect(throws: CodecError.corrupt(.refused(.missingPixels))) {
            try Self.row(file, frame: 3)
        }
        let row = try Self.row(file, frame: 3, damage: .partial)
        #expect(row[0] == [255, 0, 0, 255])
        #expect(row[3] == [0, 0, 255, 255])
        #expect(try Self.row(file, frame: 1)[1] == [255, 0, 0, 255])
    }

    @Test func `counts frames apart from a still that is no frame`() throws {
        let file = Self.file([Self.red, Self.blue], stillIsFrame: false)
        #expect(try ImageHeader.probe(file.span, damage: .warn).frame == .still)
        #expect(try Self.row(file, frame: 1)[0] == [255, 0, 0, 255])
        #expect(try Self.row(file, frame: 2)[3] == [0, 0, 255, 255])
        #expect(throws: CodecError.noSuchFrame(count: 2)) { try Self.row(file, frame: 3) }
    }

    @Test func `takes the first frame's chunk before the chunk that states their number`() throws {
        var file = Self.file([Self.red, Self.blue])
        let control = 33..<53
        let frame = 53..<91
        file.replaceSubrange(33..<91, with: file[frame] + file[control])
        #expect(try Self.row(file, frame: 2)[3] == [0, 0, 255, 255])
    }

    @Test func `shows the still of an animation whose chunks are out of order`() throws {
        let file = Self.file([Self.red, Self.blue], firstNumber: 1)
        #expect(throws: CodecError.noSuchFrame(count: 1)) { try Self.row(file, frame: 2) }
        #expect(try Self.row(file, frame: 1)[3] == [255, 0, 0, 255])
    }

    @Test func `leaves out the last frame of a file that breaks off in it`() throws {
        let file = Self.file([Self.red, Self.blue, Self.blue])
        // The chunk at the end has twelve bytes.
        let cut = Array(file.dropLast(20))
        let header = try ImageHeader.probe(cut.span, damage: .warn)
        #expect(header.motion?.frames.count == 2)
        #expect(header.damage == [.missingEnd])
        #expect(try Self.row(cut, frame: 2)[3] == [0, 0, 255, 255])
        #expect(throws: CodecError.noSuchFrame(count: 2)) { try Self.row(cut, frame: 3) }
        let ended = Array(file.dropLast(2))
        #expect(try ImageHeader.probe(ended.span, damage: .warn).motion?.frames.count == 3)
    }

    @Test func `decodes a named frame under the strict policy, with its checksums`() throws {
        var file = Self.file([Self.red, Self.blue])
        let second = PictureSelection(frame: 2)
        #expect(throws: CodecError.animated) { _ = try ImageDecoder(bytes: file) }
        let decoder = try ImageDecoder(bytes: file, damage: .strict, taking: second)
        #expect(decoder.header.frame == .number(2))
        file[file.count - 13] ^= 1
        #expect(throws: CodecError.self) {
            _ = try ImageDecoder(bytes: file, damage: .strict, taking: second)
        }
        let damaged = try ImageDecoder(bytes: file, damage: .warn, taking: second)
        let found = damaged.damage
        #expect(found == [.wrongChecksum])
    }

    @Test func `leaves the profile out of the files of frames`() throws {
        var file = Self.file([Self.red, Self.blue])
        let chunks = HandMade.chunk("iCCP", [97, 0, 0]) + HandMade.chunk("sRGB", [0])
        file.insert(contentsOf: chunks, at: 33)
        let motion = try #require(try ImageHeader.probe(file.span, damage: .warn).motion)
        for index in 0..<2 {
            let names = HandMade.chunkNames(motion.file(of: index, in: file))
            #expect(names == ["IHDR", "sRGB", "IDAT", "IEND"])
        }
    }

    @Test(arguments: [9998, 9999])
    func `shows the still of an animation with more chunks of pixels than the limit`(
        count: Int
    ) throws {
        var file = Self.file([Self.red, Self.blue])
        let chunks = [[UInt8]](repeating: HandMade.chunk("IDAT", []), count: count).joined()
        file.insert(contentsOf: Array(chunks), at: 91)
        let motion = try ImageHeader.probe(file.span, damage: .warn).motion
        // Each frame has one more.
        #expect((motion == nil) == (count + 2 > DecodeLimits.maximumSegmentCount))
    }

    @Test(arguments: ChannelLayout.allCases, [SampleDepth.eight, .sixteen])
    func `writes frames that are read again with every bit`(
        layout: ChannelLayout,
        depth: SampleDepth
    ) throws {
        let size = PixelSize(width: 21, height: 13)
        // A frame of noise, the same with another corner, and the same again.
        let frames = [1, 2, 2].map { seed in
            Picture(size, layout) { x, y, channel in
                let isNew = seed > 1 && x > 5 && y > 7
                let place = x * 7919 + y * 104_729 + channel * 31
                let value = UInt16(truncatingIfNeeded: place * (isNew ? 77 : 13))
                return depth == .eight ? value >> 8 * 257 : value
            }
        }
        let file = try Self.encoded(frames, depth)
        let header = try ImageHeader.probe(file.span, damage: .warn)
        let motion = try #require(header.motion)
        #expect(motion.playCount == 5)
        let delays = motion.frames.map(\.delay)
        #expect(delays == [Duration](repeating: .milliseconds(30), count: 3))
        #expect(motion.frames[1].place == PixelRect(x: 6, y: 8, width: 15, height: 5))
        #expect(motion.frames[2].place.size.pixelCount == 1)
        let sequence = FrameSequence(
            file,
            motion,
            limits: DecodeLimits(),
            damage: .warn
        )
        for frame in frames {
            #expect(try sequence.advance())
            var band = Band<Straight>(layout: layout, width: size.width, capacity: size.height)
            sequence.copyRows(0..<size.height, into: &band)
            #expect(Picture(size, layout) { x, y, channel in band.row(y, of: channel)[x] } == frame)
        }
        #expect(try !sequence.advance())
    }

    private static func encoded(_ frames: [Picture], _ depth: SampleDepth) throws -> [UInt8] {
        let (size, layout) = (frames[0].size, frames[0].layout)
        var file: [UInt8] = []
        let encoder = try MotionEncoder(
            .apng(APNGOptions(png: PNGOptions(bitDepth: depth))),
            MotionFacts(size: size, layout: layout, frameCount: frames.count, playCount: 5),
            iccProfile: nil,
            sink: { file += $0 }
        )
        for frame in frames {
            encoder.beginFrame(delay: .milliseconds(30))
            var band = Band<Straight>(layout: layout, width: size.width, capacity: size.height)
            for channel in 0..<layout.channelCount {
                for y in 0..<size.height {
                    var row = band.mutableRow(y, of: channel)
                    for x in 0..<size.width { row[x] = frame.planes[channel][y * size.width + x] }
                }
            }
            band.rowCount = size.height
            try encoder.encodeRows(band)
        }
        try encoder.finish()
        return file
    }
}
