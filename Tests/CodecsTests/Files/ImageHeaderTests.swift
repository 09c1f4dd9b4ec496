// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct ImageHeaderTests {
    private func probe(_ name: String) throws -> ImageHeader {
        try probe(Fixture(name).bytes)
    }

    private func probe(
        _ bytes: [UInt8],
        _ limits: DecodeLimits = DecodeLimits()
    ) throws -> ImageHeader {
        try ImageHeader.probe(bytes.span, limits: limits)
    }

    @Test(arguments: 1...8)
    func `reads each orientation`(value: UInt8) throws {
        let header = try probe("orientation\(value).jpg")
        #expect(header.orientation.rawValue == value)
        #expect(header.codedSize == Fixture.size)
        #expect(header.size == (value < 5 ? Fixture.size : Fixture.size.transposed))
    }

    @Test func `reads the orientation of a PNG before and behind the pixels`() throws {
        #expect(try probe("exif-before.png").orientation == .rightTop)
        #expect(try probe("exif-behind.png").orientation == .leftBottom)
    }

    @Test func `ignores the orientation in a chunk with a wrong checksum`() throws {
        var bytes = try Fixture("exif-before.png").bytes
        let name = try #require(bytes.firstRange(of: Array("eXIf".utf8)))
        bytes[name.upperBound + 18] = 3
        #expect(try probe(bytes).orientation == .topLeft)
    }

    private static let xmp = "http://ns.adobe.com/xap/1.0/\0"

    @Test(arguments: [
        (0xE1, "\(xmp)<x xmlns:h='http://ns.adobe.com/hdr-gain-map/1.0/'/>", true),
        (0xE2, "urn:iso:std:iso:ts:21496:-1\0\0\0\0\0", true),
        (0xE1, "\(xmp)<x xmlns:h='http://ns.adobe.com/camera-raw-settings/1.0/'/>", false),
        (0xE2, "urn:iso:std:iso:ts:21496:-2\0", false),
    ])
    func `tells of a gain map, also where no damage is tolerated`(
        marker: Int,
        contents: String,
        isGainMap: Bool
    ) throws {
        var bytes = try Fixture("yuv420.jpg").bytes
        let length = contents.utf8.count + 2
        bytes.insert(
            contentsOf: [0xFF, UInt8(marker), UInt8(length >> 8), UInt8(length & 0xFF)]
                + Array(contents.utf8),
            at: 2
        )
        #expect(try probe(bytes).damage == (isGainMap ? [.gainMap] : []))
    }

    @Test(arguments: [
        ("gray1.png", ChannelLayout.gray, 8), ("gray16.png", .gray, 16),
        ("gray8-transparency.png", .grayAlpha, 8), ("gray-alpha16.png", .grayAlpha, 16),
        ("palette4.png", .rgb, 8), ("palette2-transparency.png", .rgba, 8),
        ("rgb16-transparency.png", .rgba, 16), ("rgba8.png", .rgba, 8),
        ("gray.jpg", .gray, 8), ("yuv420.jpg", .rgb, 8), ("ycck.jpg", .rgb, 8),
    ])
    func `tells the layout and depth`(name: String, layout: ChannelLayout, depth: Int) throws {
        let header = try probe(name)
        #expect(header.layout == layout)
        #expect(header.bitDepth.rawValue == depth)
    }

    @Test(arguments: ["yuv420.jpg", "gray.jpg", "restarts.jpg", "rgb8.png"])
    func `knows that rows can stream`(name: String) throws {
        #expect(try probe(name).isStreamable)
    }

    @Test(arguments: ["progressive.jpg", "separate-scans.jpg", "rgb8-interlaced.png"])
    func `knows what must be materialized`(name: String) throws {
        #expect(try !probe(name).isStreamable)
    }

    @Test(arguments: [
        ("ycck.jpg", 16), ("cmyk-plain.jpg", 16), ("yuv420.jpg", 8), ("gray.jpg", 8),
        ("gamma-linear.png", 16), ("gamma-linear16.png", 16), ("gamma-2.2.png", 8),
        ("rgb8.png", 8), ("gray16.png", 16),
    ])
    func `tells the depth of what is delivered`(name: String, depth: Int) throws {
        #expect(try probe(name).deliveredDepth.rawValue == depth)
    }

    @Test(arguments: ["cmyk-adobe", "gamma-linear"])
    func `what needs 16 bits when delivered has them`(name: String) throws {
        let bytes = try Fixture(name + (name.hasPrefix("cmyk") ? ".jpg" : ".png")).bytes
        let decoded = try Picture(bytes)
        #expect(decoded.planes.joined().contains { $0 % 257 != 0 })
    }

    @Test(arguments: [
        ("yuv420.jpg", 1), ("restarts.jpg", 1), ("separate-scans.jpg", 3), ("rgb8.png", 1),
        ("rgb8-interlaced.png", 2),
    ])
    func `counts the passes that decoding takes`(name: String, count: Int) throws {
        #expect(try probe(name).decodingPasses == count)
    }

    @Test func `counts the scans of a progressive file, or guesses while it arrives`() throws {
        let bytes = try Fixture("progressive.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        #expect(try probe(bytes).decodingPasses == scans.count)
        let source = Source(bytes, pieces: 100)
        #expect(try ImageDecoder(reading: source.next).header.decodingPasses == 10)
    }

    @Test func `bounds the profile, and counts it twice`() throws {
        let (byteCount, profile) = try (Fixture("srgb.icc").bytes.count, probe("profile.jpg"))
        #expect(profile.profileByteCount == byteCount)
        let plain = try probe("yuv444.jpg")
        #expect(plain.profileByteCount == 0)
        #expect(profile.decoderByteCount == plain.decoderByteCount + 2 * byteCount)
        let compressed = try probe("profile.png")
        #expect((byteCount...(4 << 20)).contains(compressed.profileByteCount))
        #expect(compressed.decoderByteCount > 2 * compressed.profileByteCount)
        #expect(try probe("rgb8.png").profileByteCount == 0)
    }

    @Test(arguments: ["animation.png", "stereo.jpg"])
    func `refuses more than one frame`(name: String) throws {
        #expect(throws: CodecError.animated) { try probe(name) }
    }

    @Test func `accepts a telephone's second picture that is no frame`() throws {
        #expect(try probe("gain-map.jpg").codedSize == Fixture.size)
    }

    /// The first bytes as text; the first 4 of a box are its length, here 24.
    private static let beginnings: [(text: String, format: ImageFormat)] = [
        ("GIF89a", .gif), ("RIFF....WEBPVP8 ", .webp), ("\0\0\0\u{18}ftypheic", .heic),
        ("\0\0\0\u{18}ftypavif", .avif), ("\0\0\0\u{18}ftypmif1....mif1avif", .avif),
        ("\0\0\0\u{18}ftypmif1....mif1", .heic), ("II*\0", .tiff), ("MM\0*", .tiff), ("BM", .bmp),
        ("%PDF-1.7", .pdf), ("<?xml ?>\n<svg xmlns=", .svg), ("8BPS", .psd),
    ]

    @Test(arguments: beginnings)
    func `knows formats by their first bytes`(text: String, format: ImageFormat) {
        #expect(ImageFormat.sniff(Array(text.utf8).span) == format)
    }

    @Test(arguments: beginnings.filter { !$0.format.isRead })
    func `names formats that are not read`(text: String, format: ImageFormat) {
        #expect(throws: CodecError.unsupportedFormat(format)) { try probe(Array(text.utf8)) }
    }

    private static let foreignBytes: [(bytes: [UInt8], format: ImageFormat)] = [
        ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000)
    ]

    @Test(arguments: foreignBytes)
    func `names foreign formats without letters`(bytes: [UInt8], format: ImageFormat) {
        #expect(throws: CodecError.unsupportedFormat(format)) { try probe(bytes) }
    }

    @Test(arguments: ["hello, world", "<html>", "{}"])
    func `refuses what is no picture`(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: CodecError.unsupportedFormat(nil)) { try probe(bytes) }
    }

    @Test(arguments: [[], [0xFF], [0xFF, 0xD8], [0x89, 0x50, 0x4E, 0x47]] as [[UInt8]])
    func `a cut signature is truncated`(bytes: [UInt8]) {
        #expect(throws: CodecError.truncated) { try probe(bytes) }
    }

    @Test func `meets the limits exactly and exceeds them by one`() throws {
        let bytes = try Fixture("rgb8.png").bytes
        let pixels = 48 * 32
        _ = try probe(bytes, DecodeLimits(maximumSide: 48, maximumPixelCount: pixels))
        #expect(throws: CodecError.sideTooLong(Fixture.size, limit: 47)) {
            try probe(bytes, DecodeLimits(maximumSide: 47))
        }
        #expect(throws: CodecError.tooManyPixels(Fixture.size, limit: pixels - 1)) {
            try probe(bytes, DecodeLimits(maximumPixelCount: pixels - 1))
        }
    }

    @Test(
        arguments: [
            (0xC3, UnsupportedFeature.losslessCoding), (0xC5, .hierarchicalCoding),
            (0xF7, .losslessCoding), (0xDE, .hierarchicalCoding),
        ] as [(UInt8, UnsupportedFeature)]
    )
    func `refuses other processes by name`(code: UInt8, feature: UnsupportedFeature) throws {
        #expect(throws: CodecError.unsupportedFeature(feature)) {
            try probe(HandMade.jpeg(frame: code))
        }
    }

    @Test func `refuses precisions, heights and components by name`() {
        #expect(throws: CodecError.unsupportedFeature(.precision)) {
            try probe(HandMade.jpeg(precision: 12))
        }
        #expect(throws: CodecError.unsupportedFeature(.deferredHeight)) {
            try probe(HandMade.jpeg(height: 0))
        }
        #expect(throws: CodecError.corrupt(.dimensions)) {
            try probe(HandMade.jpeg(width: 0))
        }
        #expect(throws: CodecError.unsupportedFeature(.componentCount)) {
            try probe(HandMade.jpeg(components: 2))
        }
    }
}
