// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import TestSupport
import Testing

@testable import Codecs

@Suite struct EmbeddedImagesTests {
    private static let size = PixelSize(width: 6, height: 4)

    /// A PNG of grays that rise along each row, with chunks before its pixels.
    private static func png(
        _ chunks: [UInt8] = [],
        _ size: PixelSize = Self.size
    ) throws -> [UInt8] {
        var band = Band<Straight>(layout: .gray, width: size.width, capacity: size.height)
        band.rowCount = size.height
        for y in 0..<size.height {
            var row = band.mutableRow(y, of: 0)
            for x in 0..<size.width { row[x] = UInt16(truncatingIfNeeded: x * 8_000 + y * 2_000) }
        }
        var file: [UInt8] = []
        var encoder = try ImageEncoder(.png(PNGOptions()), size: size, layout: .gray) { file += $0 }
        try encoder.encodeRows(band)
        try encoder.finish()
        // Without the chunk sRGB, which the encoder writes after the header.
        return Array(file[..<33] + chunks + file[(33 + 13)...])
    }

    private static func drawing(_ file: [UInt8], type: String = "image/png") -> [UInt8] {
        let address = "data:\(type);base64,\(Data(file).base64EncodedString())"
        return Array("<svg><image href=\"\(address)\"/><text>a:b</text></svg>".utf8)
    }

    /// The image in a drawing that has one.
    private static func image(in drawing: [UInt8]) throws -> [UInt8] {
        let text = String(decoding: drawing, as: UTF8.self)
        let letters = try #require(
            text.split(separator: "base64,").last?.split(separator: "\"").first
        )
        return Array(try #require(Data(base64Encoded: String(letters))))
    }

    private static func upright(_ drawing: [UInt8]) -> [UInt8] {
        EmbeddedImages.upright(in: drawing, supervision: Supervision())
    }

    /// A chunk with its checksum.
    private static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + contents
        var sum = ~UInt32(0)
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
        }
        let numbers = [UInt32(contents.count), ~sum].map { number in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return numbers[0] + body + numbers[1]
    }

    /// An eXIf chunk with an orientation.
    private static func orientation(_ value: UInt8) -> [UInt8] {
        chunk(
            "eXIf",
            Array("MM\0*".utf8) + [
                0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0,
            ]
        )
    }

    @Test func `leaves a drawing without images, or with upright ones, byte for byte`() throws {
        let drawings = [
            Array("<svg><text>data: a, url(data:image/png;base64,)</text></svg>".utf8),
            Self.drawing(try Self.png()), Self.drawing([0xFF, 0xD8, 0xFF]), Array("data:".utf8),
            Self.drawing(Array(try Self.png(Self.orientation(6)).dropLast(40))),
        ]
        for drawing in drawings { #expect(Self.upright(drawing) == drawing) }
    }

    @Test func `turns an image upright`() throws {
        let drawing = Self.drawing(try Self.png(Self.orientation(6)))
        let file = try Self.image(in: Self.upright(drawing))
        let header = try ImageHeader.probe(file.span)
        #expect(header.codedSize == Self.size.transposed)
        #expect(header.orientation == .topLeft)
        var decoder = try ImageDecoder(bytes: file)
        var band = Band<Straight>(layout: .gray, width: 4, capacity: 6)
        try decoder.decodeRows(into: &band)
        // The first stored row is the last column.
        for x in 0..<6 {
            let sample = Double(band.row(x, of: 0)[3]) / 257
            #expect(abs(sample - Double(x * 8_000) / 257) <= 0.51)
        }
    }

    @Test func `applies the gamma of a PNG, and the type of the data`() throws {
        let linear = Self.chunk("gAMA", [0, 1, 0x86, 0xA0])
        let drawing = Self.upright(Self.drawing(try Self.png(linear), type: "image/jpeg"))
        #expect(String(decoding: drawing, as: UTF8.self).contains("data:image/png;base64,"))
        var decoder = try ImageDecoder(bytes: try Self.image(in: drawing))
        #expect(decoder.iccProfile == nil && decoder.header.deliveredDepth == .eight)
        var band = Band<Straight>(layout: .gray, width: 6, capacity: 4)
        try decoder.decodeRows(into: &band)
        for x in 1..<6 {
            let light = Double(x * 8_000) / 65_535
            let encoded: Double = 1.055 * pow(light, 1 / 2.4) - 0.055
            let sample = Double(band.row(0, of: 0)[x]) / 257
            #expect(abs(sample - encoded * 255) <= 1)
        }
    }

    @Test func `takes as many pixels as the length of a drawing permits, and no more`() throws {
        let large = Self.drawing(
            try Self.png(Self.orientation(3), PixelSize(width: 256, height: 256))
        )
        let small = Self.drawing(try Self.png(Self.orientation(3)))
        func room(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: " "), count: count) }
        // A drawing may have 16,384 pixels and eight for each byte.
        let enough = (256 * 256 - (1 << 14)) / 8
        for (count, isLeft) in [(enough - 1, true), (enough, false)] {
            let drawing = room(count - large.count) + large
            #expect(Self.upright(drawing).elementsEqual(drawing) == isLeft)
        }
        // Nothing is left for another one.
        let both = Self.upright(room(enough - large.count - small.count) + large + small)
        #expect(both.suffix(small.count).elementsEqual(small))
        #expect(both.count != enough)
    }

    @Test func `reads line breaks in letters that are references`() throws {
        let drawing = Self.drawing(try Self.png(Self.orientation(3)))
        let text = String(decoding: drawing, as: UTF8.self).replacing(
            "base64,",
            with: "base64,&#xA;&#13; \n"
        )
        #expect(
            try Self.image(in: Self.upright(Array(text.utf8)))
                == Self.image(in: Self.upright(drawing))
        )
    }

    @Test func `ends when it is interrupted, however many images follow`() throws {
        let drawing = Self.drawing(try Self.png(Self.orientation(3)))
        let many = drawing + Array(repeating: Array("data:;base64,".utf8), count: 200_000).joined()
        var count = 0
        let ended = Supervision(mayContinue: {
            count += 1
            return false
        })
        #expect(EmbeddedImages.upright(in: many, supervision: ended) == many)
        #expect(count == 1)
    }

    @Test func `writes no more images again than their least number of pixels permits`() throws {
        let drawing = Self.drawing(try Self.png(Self.chunk("gAMA", [0, 1, 0x86, 0xA0])))
        let many = Array(Array(repeating: drawing, count: 2_000).joined())
        let text = String(decoding: Self.upright(many), as: UTF8.self)
        let left = text.ranges(of: String(decoding: drawing, as: UTF8.self)).count
        // Two megapixels, and 16,384 of them for each image.
        #expect(left == 2_000 - 128)
    }
}
