// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import Sandbox
import Synchronization
import Testing

@testable import Codecs

@Suite(.serialized)
struct ForeignSourceTests {
    /// Counts the files that codecs get, and the greatest of their images.
    private final class Observer: ForeignCodecService {
        private let host = CodecHost(nil)
        let sizes = Mutex<[PixelSize]>([])

        var isCounted: Bool { host.isCounted }
        var protection: CodecProtection { host.protection }
        var processCounts: (running: Int, lost: Int) { host.processCounts }
        func library(of format: ImageFormat) -> ForeignLibrary? { host.library(of: format) }
        func outage(of format: ImageFormat) -> CodecOutage? { host.outage(of: format) }
        func package(of format: ImageFormat) -> String? { host.package(of: format) }

        func decode(
            _ bytes: [UInt8],
            _ picture: ForeignDecoding,
            supervision: Supervision
        ) throws(CodecError) -> any ForeignRows {
            sizes.withLock { $0.append(picture.size) }
            return try host.decode(bytes, picture, supervision: supervision)
        }

        func colors(
            of bytes: [UInt8],
            _ picture: ForeignDecoding,
            supervision: Supervision
        ) throws(CodecError) -> ForeignColors {
            try host.colors(of: bytes, picture, supervision: supervision)
        }

        func makeCanvas(_ picture: ForeignEncoding) throws(CodecError) -> any ForeignCanvas {
            try host.makeCanvas(picture)
        }
    }

    private func picture(_ file: [UInt8], _ format: ImageFormat) throws -> ForeignDecoding {
        let header = try ImageHeader.probe(file.span)
        var picture = ForeignDecoding(
            format,
            size: header.codedSize,
            layout: header.layout,
            depth: header.bitDepth,
            limits: DecodeLimits()
        )
        picture.allowance = CodecAllowance(byteCount: 64 << 20, price: .seconds(10))
        return picture
    }

    private func rows(_ rows: any ForeignRows, _ picture: ForeignDecoding) throws -> [UInt8] {
        try (0..<picture.size.height).flatMap { y in
            var row = [UInt8](repeating: 0, count: picture.rowByteCount)
            var span = row.mutableSpan
            try rows.copyRow(y, into: &span)
            return row
        }
    }

    @Test(arguments: [("telephone.heic", 6, [2, 3]), ("lossy.heic", 1, [1])])
    func `tiles decoded one by one are the image that the library puts together`(
        name: String,
        count: Int,
        strips: [Int]
    ) throws {
        let file = try Trial.file(name)
        let picture = try picture(file, .heic)
        let input = ByteInput([], then: nil, supervision: Supervision())
        let service = Observer()
        let tiled = try ForeignSource.media(file, .heic, frame: 0).decode(picture, service, input)
        // No more than one of them at a time, and at first those of the first strip alone.
        let tile = PixelSize(width: 64, height: 64)
        #expect(strips.contains(service.sizes.withLock { $0.count }))
        let whole = try CodecHost(nil).rows(file, picture)
        #expect(try rows(tiled, picture) == whole)
        #expect(service.sizes.withLock { $0 } == Array(repeating: tile, count: count))
        #expect(count == 1 || tiled.colors.profile != nil)
    }

    @Test(arguments: ["alpha.avif", "lossy.avif", "wide.avif", "profile.avif"])
    func `an excerpt has the pixels of the file`(name: String) throws {
        let file = try Trial.file(name)
        let picture = try picture(file, .avif)
        guard case .file(let excerpt, let frame) = ForeignSource.media(file, .avif, frame: 0) else {
            Issue.record("an AVIF is decoded tile by tile")
            return
        }
        #expect(frame == 0 && excerpt != file && excerpt.count < file.count + 200)
        let host = CodecHost(nil)
        #expect(try host.rows(excerpt, picture) == host.rows(file, picture))
    }

    @Test(arguments: ["telephone.heic", "alpha.heic", "pages.heic", "alpha.avif"])
    func `no damage of the boxes makes more of a file than it has`(name: String) throws {
        let file = try Trial.file(name)
        let format: ImageFormat = name.hasSuffix("avif") ? .avif : .heic
        let found = MediaBoxes.first("meta", file.span, in: 0..<file.count)
        let meta = try #require(found)
        for offset in meta {
            for value: UInt8 in [0, 1, 2, 0x7F, 0xFF, file[offset] &+ 1] {
                var damaged = file
                damaged[offset] = value
                _ = try? ForeignFileHeader.parse(damaged.span, format)
                switch ForeignSource.media(damaged, format, frame: 0) {
                case .file(let excerpt, _): #expect(excerpt.count <= 2 * file.count + 1000)
                case .tiles(let tiles):
                    let tile = try? tiles.file(tiles.grid.tileCount - 1)
                    #expect((tile ?? []).count <= 2 * file.count + 1000)
                }
            }
        }
    }
}
