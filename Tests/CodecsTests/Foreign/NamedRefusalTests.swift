// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

/// Files that are refused for what they are, and not as damaged or served as something else.
@Suite struct NamedRefusalTests {
    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private typealias Entry = (tag: UInt16, type: UInt16, value: UInt32)

    /// A directory of a TIFF at an offset.
    private static func directory(_ entries: [Entry]) -> [UInt8] {
        bytes(UInt16(entries.count))
            + entries.flatMap {
                bytes($0.tag) + bytes($0.type) + bytes(UInt32(1)) + bytes($0.value)
            }
            + bytes(UInt32(0))
    }

    /// A page of 160 × 120 gray samples, like the previews of cameras.
    private static let preview: [Entry] = [
        (254, 4, 1), (256, 3, 160), (257, 3, 120), (258, 3, 8), (262, 3, 1), (277, 3, 1),
    ]

    private static func tiff(_ entries: [Entry], _ part: [Entry]? = nil) -> [UInt8] {
        let head = Array("II".utf8) + bytes(UInt16(42)) + bytes(UInt32(8))
        let count = entries.count + (part == nil ? 0 : 1)
        let place = UInt32(8 + 2 + 12 * count + 4)
        let pages = part == nil ? entries : entries + [(330, 4, place)]
        return head + directory(pages) + (part.map(directory) ?? [])
    }

    /// The sensor's samples: a mosaic of colors.
    private static let sensor: [Entry] = [
        (256, 3, 4000), (257, 3, 3000), (258, 3, 14), (262, 3, 32_803), (277, 3, 1),
    ]

    private static let raw: [(String, [UInt8])] = [
        ("DNG by its version", tiff(preview + [(50_706, 1, 4)])),
        ("NEF, ARW and others, by a part of the first page", tiff(preview, sensor)),
        ("PEF, by the first page", tiff(sensor)),
        ("linear DNG", tiff(preview, [(256, 3, 9), (257, 3, 9), (262, 3, 34_892)])),
        (
            "CR2",
            Array("II".utf8) + bytes(UInt16(42)) + bytes(UInt32(16)) + Array("CR\u{2}\0".utf8)
                + [0, 0, 0, 0] + directory(preview)
        ),
        ("ORF", Array("IIRO".utf8) + [UInt8](repeating: 0, count: 40)),
        ("RW2", Array("IIU\0".utf8) + [UInt8](repeating: 0, count: 40)),
        ("RAF", Array("FUJIFILMCCD-RAW 0201".utf8) + [UInt8](repeating: 0, count: 40)),
        ("CR3", [0, 0, 0, 24] + Array("ftypcrx ".utf8) + [UInt8](repeating: 0, count: 40)),
        ("CRW", Array("II".utf8) + bytes(UInt32(26)) + Array("HEAPCCDR".utf8)),
        ("X3F", Array("FOVb".utf8) + [UInt8](repeating: 0, count: 40)),
    ]

    @Test(arguments: raw)
    func `names the raw file of a camera`(name: String, file: [UInt8]) {
        #expect(throws: CodecError.unsupportedFormat(.raw)) {
            _ = try ImageHeader.probe(file.span)
        }
    }

    @Test func `reads a TIFF with a reduced copy of itself`() throws {
        let part: [Entry] = [(254, 4, 1), (256, 3, 80), (257, 3, 60), (262, 3, 1)]
        let header = try ImageHeader.probe(Self.tiff(Self.preview, part).span)
        #expect(header.size == PixelSize(width: 160, height: 120))
    }

    @Test(arguments: [(UInt32(2), UnsupportedFeature.signedSamples), (3, .floatingPoint)])
    func `names samples that are no unsigned numbers`(kind: UInt32, feature: UnsupportedFeature) {
        let file = Self.tiff(Self.preview + [(339, 3, kind)])
        #expect(throws: CodecError.unsupportedFeature(feature)) {
            _ = try ImageHeader.probe(file.span)
        }
    }

    @Test func `names a PNG in the variant for iPhones`() {
        let file =
            [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 4] + Array("CgBI".utf8)
            + [0x50, 0, 0x20, 6, 0x2C, 0xB8, 0x77, 0x66]
        #expect(throws: CodecError.unsupportedFeature(.phoneOptimized)) {
            _ = try ImageHeader.probe(file.span)
        }
    }

    // MARK: GIF

    /// Two colors in 4 × 2, as Pillow writes them.
    private static let gif: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x37, 0x61, 4, 0, 2, 0, 0x81, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF, 0, 0,
        0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 4, 0, 2, 0, 0, 2, 2, 0x84, 0x51, 0, 0x3B,
    ]

    @Test(
        arguments: [
            (1, 1, 0, 0, 4, 2), (2, 9, 0, 0, 4, 9), (0, 0, 0, 0, 4, 2), (4, 2, 3, 1, 7, 3),
            (9, 9, 1, 1, 9, 9),
        ]
    )
    func `enlarges the screen of a GIF to its first frame, as browsers do`(
        width: UInt8,
        height: UInt8,
        left: UInt8,
        top: UInt8,
        wholeWidth: Int,
        wholeHeight: Int
    ) throws {
        var file = Self.gif
        (file[6], file[8]) = (width, height)
        (file[26], file[28]) = (left, top)
        let header = try ImageHeader.probe(file.span)
        #expect(header.size == PixelSize(width: wholeWidth, height: wholeHeight))
    }

    // MARK: SVG

    private static let drawings: [(String, Bool?)] = [
        ("<svg width='4' height='3'/>", true), ("<?xml version='1.0'?>\n<svg/>", true),
        ("<!-- <html> --><svg/>", true), ("<s:svg xmlns:s='x'/>", true),
        ("<!DOCTYPE svg [<!ENTITY w '4'><!-- ]> -->]><svg/>", true),
        ("<!--\(String(repeating: " long", count: 2000))--><svg/>", true),
        ("<html><body><svg/></body></html>", false), ("<svgx/>", false), ("<rss/>", false),
        ("<!DOCTYPE html><title>svg</title>", false), ("<", nil), ("<!-- <svg/>", nil),
    ]

    @Test(arguments: drawings)
    func `recognizes a drawing by its first element`(text: String, isDrawing: Bool?) {
        for file in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8)] {
            #expect((ImageFormat.sniff(file.span) == .svg) == (isDrawing == true), "\(text)")
            #expect(ImageFormat.needsMore(file.span) == (isDrawing == nil), "\(text)")
        }
        let units = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect((ImageFormat.sniff(([0xFF, 0xFE] + units).span) == .svg) == (isDrawing == true))
    }

    @Test(
        arguments: [
            ("<svg width='10.5' height='5.25'/>", 10.5, 5.25),
            ("<svg width='50mm' height='25mm'/>", 188.976, 94.488),
            ("<svg width='.5' viewBox='0 0 2 1'/>", 0.5, 0.25),
            (
                "<!DOCTYPE svg [<!ENTITY w '4&h;'><!ENTITY h '8'>]><svg width='&w;' height='&#50;'/>",
                48, 2
            ),
        ]
    )
    func `tells the size that a drawing states before rounding`(
        text: String,
        width: Double,
        height: Double
    ) throws {
        let drawing = try #require(try ImageHeader.probe(Array(text.utf8).span).drawing)
        #expect(abs(drawing.width - width) < 0.001 && abs(drawing.height - height) < 0.001)
    }
}
