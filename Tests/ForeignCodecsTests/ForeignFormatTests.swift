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

    @Test(arguments: files)
    func `checks the memory that the header asks for`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        var limits = ForeignLimits()
        limits.maximumMemory = fixture.format.decodingByteCount(try ForeignPixels(fixture).header)
        _ = try ForeignPixels(fixture.format, file, limits: limits)
        limits.maximumMemory -= 1
        #expect(throws: ForeignError.outOfMemory) {
            _ = try ForeignPixels(fixture.format, file, limits: limits)
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
            try fixture.format.decode(file.span, into: &span) { _ in false }
        }
    }

    @Test(arguments: files)
    func `reports rows in order up to the last`(fixture: ForeignFixture) throws {
        let file = try fixture.bytes
        let header = try ForeignPixels(fixture).header
        var rows = [UInt8](repeating: 1, count: header.byteCount)
        var span = rows.mutableSpan
        var reports: [Int] = []
        try fixture.format.decode(file.span, into: &span) {
            reports.append($0)
            return true
        }
        #expect(reports == reports.sorted())
        #expect(reports.last == header.size.height)
    }

    @Test func `finds every format by its name`() {
        for format in ForeignFormats.all {
            #expect(ForeignFormats.named(format.name) == format)
        }
        #expect(ForeignFormats.named("jpeg") == nil)
    }
}
