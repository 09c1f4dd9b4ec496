// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import Sandbox
import Synchronization
import TestSupport
import Testing

@testable import Codecs

/// The memory that pictures are priced with, beside that of a process.
@Suite(.serialized)
struct CodecMemoryTests {
    private static let size = PixelSize(width: 1200, height: 1000)

    /// The greatest resident memory of a codec process so far, in bytes.
    private static func peak() throws -> Int {
        let folders = try FileManager.default.contentsOfDirectory(atPath: "/proc")
        for folder in folders {
            let status = try? String(contentsOfFile: "/proc/\(folder)/status", encoding: .utf8)
            let lines = (status ?? "").split(separator: "\n")
            guard lines.contains("PPid:\t\(getpid())"),
                let line = lines.first(where: { $0.hasPrefix("VmHWM:") }),
                let words = try? String(
                    contentsOfFile: "/proc/\(folder)/cmdline",
                    encoding: .utf8
                ), words.contains("\0codec\0"),
                let kibibytes = line.split(separator: " ").dropLast().last.flatMap({ Int($0) })
            else { continue }
            return kibibytes << 10
        }
        throw CodecError.outOfMemory
    }

    /// Noise, which takes the most memory.
    private static func noise(_ picture: ForeignEncoding) -> [UInt8] {
        var state: UInt32 = 1
        return (0..<picture.rowByteCount * picture.size.height).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }

    private static func encoding(_ options: any ForeignWrittenFormat, _ size: PixelSize)
        -> ForeignEncoding
    {
        var picture = ForeignEncoding(
            type(of: options).format,
            size: size,
            layout: .rgba,
            options.settings
        )
        picture.allowance = CodecAllowance(
            byteCount: options.libraryByteCount(size: size),
            price: .seconds(10)
        )
        return picture
    }

    /// A slow gradient, as a strong blur makes them.
    private static func gradient(_ picture: ForeignEncoding) -> [UInt8] {
        (0..<picture.size.pixelCount).flatMap { pixel in
            let (x, y) = (pixel % picture.size.width, pixel / picture.size.width)
            let gray = UInt8((x / 7 + y / 9) % 200 + 20)
            return [gray, gray, gray, 255]
        }
    }

    @Test(
        .disabled(if: Sanitizer.isActive, "a sanitizer's allocator is measured, not the code"),
        arguments: AVIFOptions.effortRange
    )
    func `a blurred image takes no more memory than its price as AVIF`(effort: Int) throws {
        let options = AVIFOptions(effort: effort)
        let large = Self.encoding(options, Self.size)
        let rows = Self.gradient(large)
        let host = CodecHost(try Trial.pool())
        _ = try host.encode(
            Self.noise(Self.encoding(options, PixelSize(width: 48, height: 32))),
            Self.encoding(options, PixelSize(width: 48, height: 32))
        )
        let before = try Self.peak()
        let file = try host.encode(rows, large)
        let taken = try Self.peak() - before - rows.count - file.count
        #expect((1...options.libraryByteCount(size: Self.size)).contains(taken))
    }

    private static let options: [any ForeignWrittenFormat] = [
        WebPOptions(), WebPOptions(lossless: true), AVIFOptions(), JPEGXLOptions(),
        JPEGXLOptions(lossless: true), WebPOptions(effort: 5),
        WebPOptions(effort: 1, lossless: true), AVIFOptions(effort: 4), JPEGXLOptions(effort: 7),
        AVIFOptions(subsampling: .s444), AVIFOptions(effort: 4, subsampling: .s444),
        WebPOptions(subsampling: .s444),
    ]

    @Test(
        .disabled(if: Sanitizer.isActive, "a sanitizer's allocator is measured, not the code"),
        arguments: 0..<options.count
    )
    func `codecs take no more memory than their price`(index: Int) throws {
        let options = Self.options[index]
        let format = type(of: options).format
        let small = Self.encoding(options, PixelSize(width: 48, height: 32))
        let large = Self.encoding(options, Self.size)
        let noise = Self.noise(large)
        var file: [UInt8] = []
        do {
            let host = CodecHost(try Trial.pool())
            _ = try host.encode(Self.noise(small), small)
            let before = try Self.peak()
            file = try host.encode(noise, large)
            // Its shared memory is resident as well.
            let taken = try Self.peak() - before - noise.count - file.count
            #expect(
                (1...options.libraryByteCount(size: Self.size)).contains(taken),
                "\(format) encodes"
            )
        }
        let header = try ImageHeader.probe(file.span)
        let host = CodecHost(try Trial.pool())
        var picture = Trial.picture(.rgba, format)
        let little = try host.encode(Self.noise(small), small)
        _ = try host.rows(little, picture)
        let before = try Self.peak()
        picture.size = Self.size
        picture.allowance = CodecAllowance(
            byteCount: header.decoderByteCount,
            price: .seconds(10)
        )
        _ = try host.rows(file, picture)
        let rows = Self.size.pixelCount * 4
        let taken = try Self.peak() - before - rows - file.count
        let limit = header.decoderByteCount - rows - file.count
        #expect((1...limit).contains(taken), "\(format) decodes")
    }
}
