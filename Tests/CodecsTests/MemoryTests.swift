// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import TestSupport
import Testing

/// Each test has a process of its own, where nothing else allocates.
@Suite(.disabled(if: Sanitizer.isActive, "a sanitizer's allocator is measured, not the code"))
struct MemoryTests {
    @Test func `a JPEG of any height takes memory for a few rows`() async {
        await #expect(processExitsWith: .success) {
            try Self.expectGrowth(below: 6 << 20) { try Self.pass(.jpeg(JPEGOptions())) }
        }
    }

    @Test func `a PNG of any height takes memory for a few rows`() async {
        await #expect(processExitsWith: .success) {
            try Self.expectGrowth(below: 6 << 20) { try Self.pass(.png(PNGOptions())) }
        }
    }

    // MARK: Decoding what must be materialized

    @Test func `decoding a progressive JPEG takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let bytes = try Self.encoded(.jpeg(JPEGOptions(progressive: true)))
            try Self.expectDecoding(bytes, isTight: true)
        }
    }

    @Test func `decoding a progressive JPEG of 4 to 4 takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let options = JPEGOptions(subsampling: .s444, progressive: true)
            try Self.expectDecoding(try Self.encoded(.jpeg(options)), isTight: true)
        }
    }

    @Test func `decoding an interlaced PNG takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            // A fifth of the other pictures, as the test itself makes the file.
            let (width, height) = (Self.size.width, Self.size.height / 5)
            let count = HandMade.interlacedByteCount(
                width: width,
                height: height,
                pixelByteCount: 3
            )
            let bytes = HandMade.png(
                width: width,
                height: height,
                isInterlaced: true,
                pixels: HandMade.storedZeros(count)
            )
            try Self.expectDecoding(bytes, isTight: true)
        }
    }

    // MARK: Planes

    @Test func `planes of any height take memory for a group of rows`() async {
        await #expect(processExitsWith: .success) {
            let bytes = try Self.encoded(.jpeg(JPEGOptions()))
            try Self.expectPlanes(bytes, JPEGOptions(), isTight: false)
        }
    }

    @Test func `planes that are materialized take what they were estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let options = JPEGOptions(progressive: true)
            try Self.expectPlanes(try Self.encoded(.jpeg(options)), options, isTight: true)
        }
    }

    // MARK: Decoding a profile

    @Test func `decoding a JPEG with a profile takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let profile = try Self.profile()
            let bytes = try Self.encoded(.jpeg(JPEGOptions()), profile: profile)
            try Self.expectDecoding(bytes, isTight: false)
        }
    }

    @Test func `decoding a PNG with a profile takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let profile = try Self.profile()
            let bytes = try Self.encoded(.png(PNGOptions()), profile: profile)
            try Self.expectDecoding(bytes, isTight: false)
        }
    }

    // MARK: Encoding

    @Test func `encoding a progressive JPEG takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            try Self.expectEncoding(.jpeg(JPEGOptions(progressive: true)), isTight: true)
        }
    }

    @Test func `encoding an optimized JPEG takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let options = JPEGOptions(subsampling: .s444, optimized: true)
            try Self.expectEncoding(.jpeg(options), isTight: true)
        }
    }

    @Test func `encoding a PNG with a profile takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            try Self.expectEncoding(.png(PNGOptions()), profile: try Self.profile(), isTight: false)
        }
    }

    /// As interleaved bytes, the picture is longer than what is held.
    @Test func `encoding a PNG that may be reduced takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let options = PNGOptions(compression: 9, reduces: true)
            try Self.expectEncoding(.png(options), isTight: true)
        }
    }

    /// 8 MB in 200 colors, which are held, and tried with and without a palette.
    @Test(arguments: [nil, 9] as [Int?])
    func `encoding a PNG of few colors takes what it was estimated to take`(level: Int?) async {
        await #expect(processExitsWith: .success) { [level] in
            let size = PixelSize(width: 2000, height: 1344)
            let options = EncodingOptions.png(PNGOptions(compression: level, reduces: true))
            var band = Band<Straight>(layout: .rgb, width: size.width, capacity: 64)
            band.rowCount = 64
            for index in 0..<192 {
                var row = band.mutableRow(index / 3, of: index % 3)
                for x in row.indices {
                    let color = (x &* 40_503 ^ index / 3 &* 50_021) >> 5 % 200
                    row[x] = UInt16(color &* (index % 3 + 3) & 255) * 257
                }
            }
            let estimate = ImageEncoder.byteCount(options, size: size, layout: .rgb)
            try Self.expectGrowth(of: estimate, isTight: false) {
                var encoder = try ImageEncoder(options, size: size, layout: .rgb) { _ in }
                for _ in 0..<(size.height / 64) { try encoder.encodeRows(band) }
                try encoder.finish()
            }
        }
    }

    /// Rows of 8 MB, of which the encoder holds some.
    @Test func `encoding a wide PNG takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let size = PixelSize(width: 2_000_000, height: 3)
            let options = EncodingOptions.png(PNGOptions())
            var band = Band<Straight>(layout: .rgba, width: size.width, capacity: 1)
            for channel in 0..<4 {
                var row = band.mutableRow(0, of: channel)
                for x in row.indices { row[x] = UInt16(truncatingIfNeeded: x &* 40_503) }
            }
            band.rowCount = 1
            let estimate = ImageEncoder.byteCount(options, size: size, layout: .rgba)
            try Self.expectGrowth(of: estimate, isTight: true) {
                var encoder = try ImageEncoder(options, size: size, layout: .rgba) { _ in }
                for _ in 0..<size.height { try encoder.encodeRows(band) }
                try encoder.finish()
            }
        }
    }

    /// As interleaved bytes 24 MB.
    private static let size = PixelSize(width: 1000, height: 8000)

    /// Encodes and decodes a picture.
    private static func pass(_ options: EncodingOptions) throws {
        try decode(try encoded(options))
    }

    private static func encoded(
        _ options: EncodingOptions,
        profile: [UInt8]? = nil
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(options, profile: profile) { bytes += $0 }
        return bytes
    }

    private static func encode(
        _ options: EncodingOptions,
        profile: [UInt8]?,
        to sink: @escaping ByteSink
    ) throws {
        var band = Band<Straight>(layout: .rgb, width: size.width, capacity: 64)
        band.rowCount = 64
        var encoder = try ImageEncoder(
            options,
            size: size,
            layout: .rgb,
            iccProfile: profile,
            sink: sink
        )
        for _ in 0..<(size.height / 64) { try encoder.encodeRows(band) }
        try encoder.finish()
    }

    private static func decode(_ bytes: [UInt8]) throws {
        var band = Band<Straight>(layout: .rgb, width: size.width, capacity: 64)
        var decoder = try ImageDecoder(bytes: bytes)
        repeat { try decoder.decodeRows(into: &band) } while band.rowCount > 0
    }

    /// A profile of the permitted length that cannot be compressed.
    private static func profile() throws -> [UInt8] {
        let count = DecodeLimits.maximumProfileByteCount
        var state: UInt32 = 1
        var profile = try Fixture("srgb.icc").bytes
        for index in 0..<4 { profile[index] = UInt8(count >> (24 - 8 * index) & 255) }
        while profile.count < count {
            state = state &* 1_664_525 &+ 1_013_904_223
            profile.append(UInt8(state >> 24))
        }
        return profile
    }

    /// The memory that a process takes when it runs code for the first time, and for a band.
    ///
    /// Docs/reliability.md promises as much beside every estimate.
    private static let slack = 4 << 20

    private static func expectDecoding(_ bytes: [UInt8], isTight: Bool) throws {
        let estimate = try ImageHeader.probe(bytes.span).decoderByteCount
        try expectGrowth(of: estimate, isTight: isTight) { try decode(bytes) }
    }

    private static func expectEncoding(
        _ options: EncodingOptions,
        profile: [UInt8]? = nil,
        isTight: Bool
    ) throws {
        let estimate = ImageEncoder.byteCount(
            options,
            size: size,
            layout: .rgb,
            profileByteCount: profile?.count ?? 0
        )
        try expectGrowth(of: estimate, isTight: isTight) {
            try encode(options, profile: profile) { _ in }
        }
    }

    /// Decodes planes and encodes them again.
    private static func expectPlanes(
        _ bytes: [UInt8],
        _ options: JPEGOptions,
        isTight: Bool
    ) throws {
        let header = try ImageHeader.probe(bytes.span)
        let planes = try #require(header.planes)
        let estimate =
            JPEGPlaneDecoder.byteCount(header) + PlaneRows.byteCount(planes)
            + ImageEncoder.byteCount(.jpeg(options), size: size, layout: .rgb)
        try expectGrowth(of: estimate, isTight: isTight) {
            var decoder = try JPEGPlaneDecoder(bytes: bytes)
            var encoder = try JPEGPlaneEncoder(options, size: size, layout: .rgb) { _ in }
            var rows = PlaneRows(planes)
            while true {
                try decoder.decodeRows(into: &rows)
                guard rows.group != nil else { break }
                try encoder.encodeRows(&rows)
            }
            try encoder.finish()
        }
    }

    /// Expects no more growth than estimated, and where that is tight, not much less.
    private static func expectGrowth(
        of estimate: Int,
        isTight: Bool,
        _ body: () throws -> Void
    ) throws {
        // What was freed before would be used again, and not show.
        Memory.trim()
        // Reference: proc(5): the peak begins again at what is resident now.
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try byteCount("VmRSS:")
        try body()
        let growth = try byteCount("VmHWM:") - before
        precondition(growth <= estimate + slack, "grew by \(growth), estimated \(estimate)")
        precondition(!isTight || growth * 4 > estimate * 3, "grew by only \(growth) of \(estimate)")
    }

    private static func expectGrowth(below limit: Int, _ body: () throws -> Void) throws {
        let before = try byteCount("VmHWM:")
        try body()
        let growth = try byteCount("VmHWM:") - before
        precondition(growth < limit, "grew by \(growth) bytes")
    }

    /// Memory of this process: what is resident, or the most that was.
    private static func byteCount(_ key: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(key) })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
