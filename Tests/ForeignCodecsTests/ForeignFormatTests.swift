// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct ForeignFormatTests {
    /// A file of each format that is read.
    static let files: [ForeignFixture] = [
        ForeignFixture("lossy.webp", WebP.self),
        ForeignFixture("alpha.webp", WebP.self),
        ForeignFixture("animation.webp", WebP.self),
        ForeignFixture("alpha.avif", AVIF.self),
        ForeignFixture("telephone.heic", HEIC.self),
        ForeignFixture("transparent.gif", GIF.self),
        ForeignFixture("lzw.tif", TIFF.self),
        ForeignFixture("tiles.tif", TIFF.self),
        ForeignFixture("alpha.jxl", JPEGXL.self),
        ForeignFixture("drawing.svg", SVG.self),
    ]

    @Test(arguments: files)
    func `checks the limits on the header`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        let size = try ForeignPixels(fixture).header.size
        var limits = ForeignLimits(
            maximumSide: max(size.width, size.height),
            maximumPixelCount: size.pixelCount
        )
        _ = try ForeignPixels(fixture.format, file, limits: limits)
        limits.maximumPixelCount -= 1
        #expect(throws: ForeignError.tooManyPixels) {
            _ = try ForeignPixels(fixture.format, file, limits: limits)
        }
        limits.maximumSide -= 1
        #expect(throws: ForeignError.sideTooLong) {
            _ = try ForeignPixels(fixture.format, file, limits: limits)
        }
    }

    @Test(arguments: ["lzw.tif", "tiles.tif"])
    func `checks the memory of a strip or tile`(name: String) throws {
        let file = try ForeignFixture(name, TIFF.self).bytes
        var limits = ForeignLimits()
        limits.maximumMemory = 64
        #expect(throws: ForeignError.self) {
            _ = try ForeignPixels(TIFF.self, file, limits: limits)
        }
    }

    @Test(arguments: files)
    func `refuses a file that is cut, wherever`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        for count in stride(from: 0, to: file.count - 2, by: max(1, file.count / 300)) {
            #expect(throws: ForeignError.self, "after \(count) of \(file.count) bytes") {
                _ = try ForeignPixels(fixture.format, Array(file[..<count]))
            }
        }
    }

    @Test(arguments: files)
    func `survives damage anywhere`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        let limits = ForeignLimits(maximumSide: 4096, maximumPixelCount: 1 << 20)
        for offset in stride(from: 0, to: file.count, by: max(1, file.count / 500)) {
            var damaged = file
            damaged[offset] ^= UInt8(truncatingIfNeeded: 1 << (offset % 8))
            do throws(ForeignError) {
                try fixture.format.load()
                let header = try fixture.format.header(damaged.span, limits: limits)
                #expect(header.size.pixelCount <= limits.maximumPixelCount)
                var rows = [UInt8](repeating: 0, count: header.byteCount)
                var span = rows.mutableSpan
                try fixture.format.decode(damaged.span, limits: limits, into: &span)
            } catch {
                #expect(![.notInstalled, .noSuchFrame, .stopped].contains(error))
            }
        }
    }

    @Test(arguments: files)
    func `decodes nothing into rows of another size`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        let header = try ForeignPixels(fixture).header
        for count in [0, header.byteCount - 1, header.byteCount + 1] {
            var rows = [UInt8](repeating: 1, count: count)
            var span = rows.mutableSpan
            #expect(throws: ForeignError.self) {
                try fixture.format.decode(file.span, into: &span)
            }
            #expect(rows.allSatisfy { $0 == 1 })
        }
    }

    @Test(arguments: files)
    func `stops when the caller asks`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        let header = try ForeignPixels(fixture).header
        var rows = [UInt8](repeating: 1, count: header.byteCount)
        var span = rows.mutableSpan
        #expect(throws: ForeignError.stopped) {
            try fixture.format.decode(file.span, into: &span) { false }
        }
    }

    /// Noise of 512 × 512 pixels, as every encoder makes a file of it.
    private static func noise(
        _ format: any ForeignFormat.Type,
        _ options: [String: Int],
        mayContinue: (() -> Bool)? = nil
    ) throws -> [UInt8] {
        try format.load()
        let size = PixelSize(width: 512, height: 512)
        var state: UInt32 = 1
        let pixels = (0..<size.pixelCount * 3).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        let picture = ForeignPicture(size: size, layout: .rgb, bitCount: 8, profile: nil)
        var file: [UInt8] = []
        try format.encode(pixels.span, picture, options, mayContinue: mayContinue) { bytes in
            for index in bytes.indices { file.append(bytes[index]) }
            return true
        }
        return file
    }

    /// Counts the questions whether to go on, and denies one of them and all later ones.
    private final class Questions {
        var count = 0
        let last: Int
        init(last: Int = .max) { self.last = last }
        func mayContinue() -> Bool {
            count += 1
            return count <= last
        }
    }

    /// Decodes a picture; returns its rows and the number of questions.
    private static func decode(
        _ format: any ForeignFormat.Type,
        _ file: [UInt8],
        _ request: ForeignRequest = ForeignRequest(),
        _ questions: Questions?
    ) throws -> [UInt8] {
        try format.load()
        let header = try format.header(file.span, request)
        var rows = [UInt8](repeating: 1, count: header.byteCount)
        var span = rows.mutableSpan
        try format.decode(file.span, request, into: &span, mayContinue: questions?.mayContinue)
        return rows
    }

    private static func expectStops(
        _ format: any ForeignFormat.Type,
        _ file: [UInt8],
        frame: Int = 0,
        after least: Int
    ) throws {
        let request = ForeignRequest(frame: frame)
        let questions = Questions()
        let rows = try decode(format, file, request, questions)
        // In pieces or not, the picture is the same.
        #expect(try rows == decode(format, file, request, nil))
        #expect(questions.count >= least)
        for last in [0, 1, questions.count / 2, questions.count - 1] {
            let denied = Questions(last: last)
            #expect(throws: ForeignError.stopped) {
                _ = try decode(format, file, request, denied)
            }
            // Nothing goes on after the answer.
            #expect(denied.count == last + 1)
        }
    }

    @Test(arguments: [false, true])
    func `a WebP and a JPEG XL stop between pieces of the file`(isLossless: Bool) throws {
        let options = ["quality": 90, "effort": 1, "lossless": isLossless ? 1 : 0]
        try Self.expectStops(WebP.self, Self.noise(WebP.self, options), after: 20)
        try Self.expectStops(JPEGXL.self, Self.noise(JPEGXL.self, options), after: 20)
    }

    @Test(
        arguments: [
            (ForeignFixture("animation.webp", WebP.self), 2, 3),
            (ForeignFixture("sequence.avif", AVIF.self), 2, 3),
            (ForeignFixture("telephone.heic", HEIC.self), 0, 3),
            (ForeignFixture("interlaced.gif", GIF.self), 0, 32),
            (ForeignFixture("lzw.tif", TIFF.self), 0, 2),
            (ForeignFixture("tiles.tif", TIFF.self), 0, 3),
            (ForeignFixture("drawing.svg", SVG.self), 0, 2),
        ]
    )
    func `stops between parts of the work`(
        fixture: ForeignFixture,
        frame: Int,
        least: Int
    ) throws {
        try Self.expectStops(fixture.format, fixture.bytes, frame: frame, after: least)
    }

    @Test func `an encoder stops where the library lets it`() throws {
        for (format, least) in [
            (WebP.self, 20), (JPEGXL.self, 2), (AVIF.self, 1),
        ] as [(any ForeignFormat.Type, Int)] {
            let questions = Questions()
            let options = ["quality": 82, "effort": 1]
            let file = try Self.noise(format, options, mayContinue: questions.mayContinue)
            #expect(try file == Self.noise(format, options))
            #expect(questions.count >= least, "\(format.name)")
            for last in [0, questions.count - 1] {
                #expect(throws: ForeignError.stopped) {
                    _ = try Self.noise(
                        format,
                        options,
                        mayContinue: Questions(last: last).mayContinue
                    )
                }
            }
        }
    }

    @Test func `finds every format by its name`() {
        for format in ForeignFormats.all {
            #expect(ForeignFormats.named(format.name) == format)
        }
        #expect(ForeignFormats.named("jpeg") == nil)
    }
}
