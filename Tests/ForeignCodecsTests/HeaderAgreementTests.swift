// SPDX-License-Identifier: Apache-2.0

import Codecs
import ForeignCodecs
import Foundation
import Raster
import Testing

/// What this process reads of a file, beside what the library finds.
@Suite struct HeaderAgreementTests {
    /// Every fixture that a parser reads and a library decodes.
    static let names: [String] = {
        let folder = ForeignFixture.folder.path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { name in
            !name.hasSuffix(".py") && name != "float.tif"
                && name.contains(".")
        }.sorted()
    }()

    @Test func `has fixtures of every format`() throws {
        var counts: [String: Int] = [:]
        for name in Self.names {
            let file = try bytes(name)
            let format = ImageFormat.sniff(file.span)
            counts[try #require(format).rawValue, default: 0] += 1
        }
        for format in ForeignFormats.all {
            // A drawing has no variants; all others have stills, alpha and frames.
            let least = format == SVG.self ? 1 : 4
            let count = counts.removeValue(forKey: format.name) ?? 0
            #expect(count >= least, "\(format.name)")
        }
        #expect(counts.isEmpty)
    }

    private func header(
        _ bytes: [UInt8],
        frame: Int = 0
    ) throws -> (ForeignFileHeader, any ForeignFormat.Type) {
        let sniffed = ImageFormat.sniff(bytes.span)
        let format = try #require(sniffed)
        let header = try ForeignFileHeader.parse(bytes.span, format, frame: frame)
        return (try #require(header), try #require(ForeignFormats.named(format.rawValue)))
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: ForeignFixture.folder.appending(path: name)))
    }

    @Test(arguments: names)
    func `is found alike by parser and library`(name: String) throws {
        let file = try bytes(name)
        let frameCount = try header(file).0.frameCount
        for frame in 0..<frameCount {
            let (found, format) = try header(file, frame: frame)
            try format.load()
            let expected = try format.header(file.span, ForeignRequest(frame: frame))
            #expect(found.size == expected.size)
            #expect(found.depth.rawValue == expected.bitCount)
            // libwebp reads no Exif.
            if format != WebP.self {
                #expect(Int(found.orientation.rawValue) == expected.orientation)
            }
            #expect((found.frameCount > 1) == (expected.frameCount > 1))
            if format != JPEGXL.self { #expect(found.frameCount == expected.frameCount) }
            #expect(found.hasInks == (expected.channels == .cmyk))
            if !found.hasInks { #expect(found.layout.rawValue == expected.channels.rawValue) }
            // Of a JPEG XL only the library tells how many frames there are, and its profile. Of a file that
            // numbers its colors the profile is made later.
            let profileByteCount = expected.profile?.count ?? 0
            #expect(found.profileByteCount >= profileByteCount)
            if format != JPEGXL.self, name != "wide.avif" {
                #expect(found.profileByteCount == profileByteCount)
            }
        }
    }

    /// Visible parts of 48 × 32 pixels, and the size that Chromium shows; it ignores origins other than 0.
    private static let apertures: [(numbers: [Int], size: [Int], evenSize: [Int])] = [
        ([48, 1, 32, 1, 0, 1, 0, 1], [48, 32], [48, 32]),
        ([24, 1, 16, 1, -12, 1, -8, 1], [24, 16], [24, 16]),
        ([25, 1, 16, 1, -23, 2, -8, 1], [25, 16], [25, 16]),
        // Origins of 12, 8, of 11.5, of 11, and beyond the picture.
        ([24, 1, 16, 1, 0, 1, 0, 1], [24, 16], [24, 16]),
        ([25, 1, 16, 1, 0, 1, 0, 1], [48, 32], [48, 32]),
        ([26, 1, 16, 1, 0, 1, -8, 1], [26, 16], [48, 32]),
        ([24, 1, 16, 1, 20, 1, 0, 1], [48, 32], [48, 32]),
        ([24, 1, 16, 1, -20, 1, 0, 1], [48, 32], [48, 32]),
        // Too large, of no whole size, and without a sense.
        ([60, 1, 40, 1, 0, 1, 0, 1], [48, 32], [48, 32]),
        ([49, 2, 16, 1, 0, 1, 0, 1], [48, 32], [48, 32]),
        ([24, 0, 16, 1, 0, 1, 0, 1], [48, 32], [48, 32]),
        ([-24, -1, 16, 1, -12, 1, -8, 1], [48, 32], [48, 32]),
        ([0, 1, 16, 1, 0, 1, 0, 1], [48, 32], [48, 32]),
        ([24, 1, 16, 1, 0, 0, 0, 1], [48, 32], [48, 32]),
        ([0x7FFF_FFFF, 0x7FFF_FFFF, 1, 1, -0x8000_0000, 1, 0x7FFF_FFFF, 1], [48, 32], [48, 32]),
    ]

    @Test(arguments: ["lossy.avif", "half.avif"], apertures)
    func `an invalid visible part of an AVIF counts as absent`(
        name: String,
        aperture: (numbers: [Int], size: [Int], evenSize: [Int])
    ) throws {
        let file = AVIFAperture.put(aperture.numbers, into: try bytes(name))
        let size = try ForeignPixels(AVIF.self, file).header.size
        // Colors of half the size allow even origins alone.
        let expected = name == "half.avif" ? aperture.evenSize : aperture.size
        #expect([size.width, size.height] == expected)
        #expect(try header(file).0.size == size)
    }

    @Test(arguments: SVGTests.sizes)
    func `measures drawings like the library`(attributes: String, width: Int, height: Int) throws {
        let text = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a '>'>]><!-- <svg> -->\n"
        let file = Array("\(text)<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>".utf8)
        let (found, _) = try header(file)
        #expect(found.size == PixelSize(width: width, height: height))
    }

    @Test(arguments: names)
    func `survives any damage, and any end of the file`(name: String) throws {
        let file = try bytes(name)
        let sniffed = ImageFormat.sniff(file.span)
        let format = try #require(sniffed)
        for count in stride(from: 0, to: file.count, by: max(1, file.count / 200)) {
            let part = Array(file[..<count])
            _ = try? ForeignFileHeader.parse(part.span, format)
            _ = try? ForeignFileHeader.parse(part.span, format, isWhole: false)
        }
        for offset in 0..<min(file.count, 400) {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var damaged = file
                damaged[offset] = value
                guard
                    let header = try? ForeignFileHeader.parse(
                        damaged.span,
                        format,
                        frame: offset % 3
                    )
                else { continue }
                #expect(header.size.pixelCount > 0 && header.frameCount > 0)
            }
        }
    }

    @Test func `checks the limits on the size`() throws {
        let file = try bytes("rgb.tif")
        let limits = DecodeLimits(maximumSide: 47, maximumPixelCount: 48 * 32)
        #expect(throws: CodecError.sideTooLong(ForeignFixture.size, limit: 47)) {
            _ = try ForeignFileHeader.parse(file.span, .tiff, limits: limits)
        }
    }
}
