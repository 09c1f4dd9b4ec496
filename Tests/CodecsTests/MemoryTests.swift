// SPDX-License-Identifier: Apache-2.0

import Codecs
import Foundation
import Raster
import Testing

/// Each test has a process of its own, where nothing else allocates.
@Suite struct MemoryTests {
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

    @Test func `a progressive JPEG takes what it was estimated to take`() async {
        await #expect(processExitsWith: .success) {
            let options = EncodingOptions.jpeg(JPEGOptions(progressive: true))
            let estimate = ImageEncoder.byteCount(options, size: Self.size, layout: .rgb)
            try Self.expectGrowth(below: estimate + (6 << 20)) { try Self.pass(options) }
        }
    }

    /// As interleaved bytes 24 MB.
    private static let size = PixelSize(width: 1000, height: 8000)

    /// Encodes and decodes a picture.
    private static func pass(_ options: EncodingOptions) throws {
        var band = Band<Straight>(layout: .rgb, width: size.width, capacity: 64)
        band.rowCount = 64
        var bytes: [UInt8] = []
        var encoder = try ImageEncoder(options, size: size, layout: .rgb) { bytes += $0 }
        for _ in 0..<(size.height / 64) { try encoder.encodeRows(band) }
        try encoder.finish()
        var decoder = try ImageDecoder(bytes: bytes)
        repeat { try decoder.decodeRows(into: &band) } while band.rowCount > 0
    }

    private static func expectGrowth(below limit: Int, _ body: () throws -> Void) throws {
        let before = try peakByteCount()
        try body()
        let growth = try peakByteCount() - before
        precondition(growth < limit, "grew by \(growth) bytes")
    }

    /// The most memory that this process has had.
    private static func peakByteCount() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
