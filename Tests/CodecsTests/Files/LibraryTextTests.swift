// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import TestSupport
import Testing

/// The messages of the libraries by which the fences CPNG and CJPEG distinguish errors, and those of the
/// fences in their place.
///
/// An update that changes one of the texts or numbers fails a test here.
@Suite struct LibraryTextTests {
    // MARK: libpng

    private static let messages: [(name: String, text: String)] = [
        ("rows-extra.png", "IDAT: data behind the last row"),
        ("checksum-of-stream.png", "IDAT: incorrect data check"),
    ]

    @Test(arguments: messages)
    func `messages about pixels begin with the name of their chunk`(
        name: String,
        text: String
    ) throws {
        #expect(try Self.message(Fixture(name).bytes) == text)
    }

    @Test func `messages about the end begin with the name of the chunk`() throws {
        var bytes = try Fixture("rgb8.png").bytes
        HandMade.replace("IEND", by: HandMade.chunk("IEND", [1]), in: &bytes)
        #expect(try Self.message(bytes) == "IEND: invalid")
    }

    /// So that the fence needs no rule for warnings about that chunk.
    @Test(arguments: [16, 24, 26, 27, 28, 32])
    func `whatever is wrong with the header is an error`(offset: Int) throws {
        var bytes = try Fixture("rgb8.png").bytes
        bytes[offset] ^= 0x40
        #expect(throws: CodecError.self) { try Self.message(bytes) }
    }

    @Test func `an unknown critical chunk is called unhandled`() throws {
        let whole = try Fixture("rgb8.png").bytes
        let chunk = HandMade.chunk("ABCD", [1])
        let behind = whole.dropLast(12) + chunk + whole.suffix(12)
        #expect(try Self.message(Array(behind)) == "ABCD: unhandled critical chunk")
        let before = Array(whole[..<33] + chunk + whole[33...])
        var message = ""
        #expect(throws: CodecError.unsupportedFeature(.criticalChunk)) {
            _ = try ImageDecoder(bytes: before, supervision: Supervision(note: { message = $0 }))
        }
        #expect(message == "ABCD: unhandled critical chunk")
    }

    /// The check for the palette is that of the fence; the other one of the library is never met.
    @Test func `an index beyond the palette is found before the library looks`() throws {
        var bytes = try Fixture("palette1.png").bytes
        HandMade.replace("PLTE", by: HandMade.chunk("PLTE", [1, 2, 3]), in: &bytes)
        #expect(try Self.message(bytes) == "an index beyond the palette")
    }

    /// The warning is `tRNS: invalid with alpha channel`, the only one about that chunk that is
    /// harmless.
    @Test(arguments: ["rgba8.png", "gray-alpha16.png"])
    func `a warning about transparency beside alpha names the alpha channel`(name: String) throws {
        var bytes = try Fixture(name).bytes
        bytes.insert(contentsOf: HandMade.chunk("tRNS", [0, 0, 0, 0, 0, 0]), at: 33)
        #expect(try Self.message(bytes).isEmpty)
    }

    @Test(.disabled(if: Sanitizer.isActive, "a sanitizer ends where its address space does"))
    func `a row that cannot be allocated is called so`() async {
        await #expect(processExitsWith: .success) {
            let width = 200_000_000
            let bytes = HandMade.png(width: width, height: 1)
            try Memory.limit(toFurther: 64 << 20)
            let limits = DecodeLimits(maximumSide: width, maximumPixelCount: width)
            var found: CodecError?
            do {
                _ = try ImageDecoder(bytes: bytes, limits: limits)
            } catch {
                found = error as? CodecError
            }
            precondition(found == .outOfMemory, "found \(String(describing: found))")
        }
    }

    // MARK: libjpeg

    @Test func `an unknown revision of JFIF is tolerated`() throws {
        var bytes = try Fixture("yuv420.jpg").bytes
        let expected = try Picture(bytes)
        let found = try #require(bytes.firstRange(of: Array("JFIF\0".utf8)))
        bytes[found.upperBound] = 9
        #expect(try Picture(bytes) == expected)
    }

    @Test func `an unknown transform of Adobe's is tolerated`() throws {
        var bytes = try Fixture("ycck.jpg").bytes
        let found = try #require(bytes.firstRange(of: Array("Adobe".utf8)))
        bytes[found.upperBound + 6] = 9
        #expect(try Picture(bytes).size == Fixture.size)
    }

    @Test func `meaningless fields of a sequential scan are tolerated`() throws {
        var bytes = try Fixture("yuv420.jpg").bytes
        let expected = try Picture(bytes)
        let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA, 0x00, 0x0C, 0x03]))
        bytes.replaceSubrange((scan.lowerBound + 11)...(scan.lowerBound + 13), with: [1, 5, 0x11])
        #expect(try Picture(bytes) == expected)
    }

    @Test func `bytes between segments before the first scan are tolerated`() throws {
        var bytes = try Fixture("yuv420.jpg").bytes
        let expected = try Picture(bytes)
        let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0]))
        bytes.insert(contentsOf: [UInt8](repeating: 0x42, count: 500), at: frame.lowerBound)
        #expect(try Picture(bytes) == expected)
    }

    @Test func `data that ends early inside of a scan is not`() throws {
        let bytes = try Fixture("yuv420.jpg").bytes
        let cut = Array(bytes[..<(bytes.count - 60)]) + [0xFF, 0xD9]
        #expect(
            try Self.message(cut) == "Corrupt JPEG data: premature end of data segment"
        )
    }

    /// The library's message after decoding all rows of a file.
    private static func message(_ bytes: [UInt8]) throws -> String {
        var message = ""
        var decoder = try ImageDecoder(
            bytes: bytes,
            supervision: Supervision(note: { message = $0 })
        )
        let header = decoder.header
        var band = Band<Straight>(
            layout: header.layout,
            width: header.codedSize.width,
            capacity: header.codedSize.height
        )
        do { try decoder.decodeRows(into: &band) } catch {}
        return message
    }
}
