// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct JPEGDecodingTests {
    @Test(arguments: [
        "yuv444", "profile", "rgb-adobe", "rgb-by-names", "orientation1", "gain-map",
        "yuv422", "yuv420", "yuv440", "progressive", "arithmetic", "arithmetic-progressive",
        "restarts", "separate-scans",
    ])
    func `color is within a few levels`(name: String) throws {
        let decoded = try Picture(Fixture(name + ".jpg").bytes)
        #expect(decoded.distance(to: Fixture.color) <= 8)
    }

    @Test(arguments: ["yuv411", "yuv410"])
    func `color sampled at a quarter stays near`(name: String) throws {
        let decoded = try Picture(Fixture(name + ".jpg").bytes)
        #expect(decoded.distance(to: Fixture.color) <= 20)
    }

    @Test func `gray stays gray`() throws {
        let decoded = try Picture(Fixture("gray.jpg").bytes)
        let expected = Fixture.picture(.gray) { x, y, _ in Fixture.gray(x, y) }
        #expect(decoded.distance(to: expected) <= 3)
    }

    @Test(arguments: ["cmyk-adobe", "cmyk-plain", "ycck", "ycck-progressive"])
    func `inks become light`(name: String) throws {
        let decoded = try Picture(Fixture(name + ".jpg").bytes)
        let expected = Picture(Fixture.size, .rgb) { x, y, channel in
            UInt16((Fixture.light(x, y, channel) * 65_535).rounded())
        }
        #expect(decoded.distance(to: expected) <= 8)
    }

    @Test func `a profile is carried byte for byte`() throws {
        let decoder = try ImageDecoder(bytes: Fixture("profile.jpg").bytes)
        #expect(try decoder.iccProfile == Fixture("srgb.icc").bytes)
    }

    @Test func `bytes behind the end of the picture are permitted`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let expected = try Picture(bytes)
        #expect(try Picture(bytes + [0, 0, 0xFF, 0xD8, 0xFF, 0x12]) == expected)
    }

    @Test(arguments: ["yuv420", "progressive", "gray"], [1, 7, 8, 9, 10, 1000, 65_536, 200_000])
    func `zeros before the end are permitted`(name: String, count: Int) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let padded = Self.insertingBeforeEnd([UInt8](repeating: 0, count: count), of: bytes)
        #expect(try Picture(padded) == Picture(bytes))
    }

    /// So that the marker behind them lies before, across and behind the end of what is read at once.
    @Test func `zeros before the end are permitted wherever they end`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let expected = try Picture(bytes)
        for end in (65_536 - 3)...(65_536 + 3) {
            let zeros = [UInt8](repeating: 0, count: end - (bytes.count - 2))
            #expect(try Picture(Self.insertingBeforeEnd(zeros, of: bytes)) == expected, "\(end)")
        }
    }

    @Test func `zeros between scans are permitted`() throws {
        let bytes = try Fixture("separate-scans.jpg").bytes
        var padded = bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        for scan in scans.reversed() {
            padded.insert(contentsOf: [UInt8](repeating: 0, count: 3000), at: scan)
        }
        #expect(try Picture(padded) == Picture(bytes))
    }

    /// The library takes in up to 8 bytes ahead, of which it does not tell.
    @Test(arguments: [0x55, 0xAA, 0x01] as [UInt8])
    func `eight bytes that no block uses are padding, and seventeen are damage`(
        value: UInt8
    ) throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let padding = [UInt8](repeating: value, count: 17)
        let padded = Self.insertingBeforeEnd(Array(padding[..<8]), of: bytes)
        #expect(try Picture(padded) == Picture(bytes))
        #expect(throws: CodecError.self) {
            try Picture(Self.insertingBeforeEnd(padding, of: bytes))
        }
        let zeros = [UInt8](repeating: 0, count: 100)
        #expect(throws: CodecError.self) {
            try Picture(Self.insertingBeforeEnd(padding[..<9] + zeros, of: bytes))
        }
    }

    /// Not so with arithmetic coding, where an encoder may leave out zeros at the end of a scan.
    @Test(arguments: ["yuv420", "progressive", "restarts", "separate-scans", "ycck"])
    func `pixels cut short and closed properly are damage`(name: String) throws {
        let bytes = try Fixture(name + ".jpg").bytes
        let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA]))
        for count in stride(from: scan.upperBound + 20, to: bytes.count - 40, by: 17) {
            let closed = Array(bytes[..<count]) + [0xFF, 0xD9]
            #expect(throws: CodecError.self, "cut to \(count)") { try Picture(closed) }
        }
    }

    @Test func `a component without a scan is damage`() throws {
        let bytes = try Fixture("separate-scans.jpg").bytes
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        #expect(scans.count == 3)
        let cut = Array(bytes[..<scans[2]]) + [0xFF, 0xD9]
        #expect(throws: CodecError.corrupt(.pixels(rowsDecoded: 0))) { try Picture(cut) }
    }

    @Test func `a decoder that failed fails again in the same way`() throws {
        var bytes = try Fixture("yuv420.jpg").bytes
        let middle = bytes.count - 200
        bytes.replaceSubrange(middle..<(middle + 40), with: [UInt8](repeating: 0xFE, count: 40))
        var messages: [String] = []
        var decoder = try ImageDecoder(
            bytes: bytes,
            supervision: Supervision(note: { messages.append($0) })
        )
        var band = Band<Straight>(layout: .rgb, width: 48, capacity: 32)
        var errors: [CodecError] = []
        for _ in 0..<2 {
            do { try decoder.decodeRows(into: &band) } catch { errors.append(error) }
            #expect(band.rowCount == 0)
        }
        #expect(errors.count == 2 && errors[0] == errors[1])
        #expect(messages.count == 1 && messages[0].hasPrefix("Corrupt JPEG data: "))
    }

    private static func insertingBeforeEnd(_ filling: [UInt8], of bytes: [UInt8]) -> [UInt8] {
        Array(bytes[..<(bytes.count - 2)]) + filling + [0xFF, 0xD9]
    }
}
