// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the directories of a TIFF, of which each describes a page.
///
/// Reference: TIFF 6.0, section 2; BigTIFF as libtiff documents it.
struct TIFFHeader {
    private let isLittleEndian: Bool
    /// The size of offsets and of counts: 4 bytes, or 8 in BigTIFF.
    private let wordByteCount: Int

    private static let valueByteCounts = [1: 1, 3: 2, 4: 4, 16: 8]

    /// Reads the size, the channels, the depth and the orientation of a page.
    ///
    /// Forms that the library does not know are left to the library.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - page: The page, from 0; the last is described in place of one that the file does not have.
    /// - Returns: The header.
    /// - Throws: `truncated` or `corrupt`; `unsupportedFormat` for the raw file of a camera, whose first page
    ///   may be a small preview; `unsupportedFeature` for samples that are no unsigned integers.
    static func parse(
        _ bytes: Span<UInt8>,
        page: Int = 0
    ) throws(CodecError) -> ForeignFileHeader {
        let isLittle = bytes.byte(at: 0) == 0x49
        let isLarge = bytes.byte(at: isLittle ? 2 : 3) == 0x2B
        let parser = TIFFHeader(isLittleEndian: isLittle, wordByteCount: isLarge ? 8 : 4)
        return try parser.parse(bytes, page: page)
    }

    private func parse(
        _ bytes: Span<UInt8>,
        page: Int
    ) throws(CodecError) -> ForeignFileHeader {
        var offset = try number(bytes, at: wordByteCount, byteCount: wordByteCount)
        var entries: Range<Int>?
        var visited: Set<Int> = []
        while offset != 0, visited.count < DecodeLimits.maximumSegmentCount,
            !visited.contains(offset)
        {
            let directory: (entries: Range<Int>, next: Int)
            do throws(CodecError) {
                directory = try read(bytes, at: offset)
            } catch {
                // Pages before a damaged one can be shown.
                guard entries != nil else { throw error }
                break
            }
            // Directories may share their bytes, so only one is looked into.
            if visited.count <= page { entries = directory.entries }
            visited.insert(offset)
            offset = directory.next
        }
        guard let entries else { throw .corrupt(.structure(offset: 0)) }
        if isCameraRaw(bytes, visited) { throw .unsupportedFormat(.raw) }
        var header = try describe(bytes, entries)
        header.frameCount = visited.count
        return header
    }

    /// Reads the range of entries in the directory at an offset, and the offset of the next
    /// directory.
    private func read(
        _ bytes: Span<UInt8>,
        at offset: Int
    ) throws(CodecError) -> (entries: Range<Int>, next: Int) {
        let countByteCount = wordByteCount == 8 ? 8 : 2
        let count = try number(bytes, at: offset, byteCount: countByteCount)
        guard count > 0, count <= 0xFFFF else { throw .corrupt(.structure(offset: offset)) }
        let start = offset + countByteCount
        let end = start + count * entryByteCount
        return (start..<end, try number(bytes, at: end, byteCount: wordByteCount))
    }

    private var entryByteCount: Int { 4 + 2 * wordByteCount }

    private func describe(
        _ bytes: Span<UInt8>,
        _ entries: Range<Int>
    ) throws(CodecError) -> ForeignFileHeader {
        guard let width = value(bytes, entries, tag: 256),
            let height = value(bytes, entries, tag: 257),
            let photometric = value(bytes, entries, tag: 262)
        else { throw .corrupt(.structure(offset: entries.lowerBound)) }
        guard width > 0, height > 0 else { throw .corrupt(.dimensions) }
        switch value(bytes, entries, tag: 339) {
        case 2: throw .unsupportedFeature(.signedSamples)
        case 3: throw .unsupportedFeature(.floatingPoint)
        case _: break
        }
        let bitCount = value(bytes, entries, tag: 258) ?? 1
        let sampleCount = value(bytes, entries, tag: 277) ?? 1
        var header = ForeignFileHeader(
            size: PixelSize(width: width, height: height),
            layout: photometric <= 1 ? .gray : .rgb
        )
        header.hasInks = photometric == 5
        let colorCount = photometric <= 1 || photometric == 3 ? 1 : photometric == 5 ? 4 : 3
        if photometric != 5, hasAlpha(bytes, entries, among: sampleCount - colorCount) {
            header.layout = header.layout.addingAlpha
        }
        header.depth = bitCount > 8 && !header.hasInks ? .sixteen : .eight
        if let value = value(bytes, entries, tag: 274), let raw = UInt8(exactly: value) {
            header.orientation = Orientation(rawValue: raw) ?? .topLeft
        }
        header.profileByteCount = count(bytes, entries, tag: 34_675) ?? 0
        return header
    }

    /// Whether a page, or a picture that belongs to a page, has the samples of a sensor.
    ///
    /// Canon's files do not say so, but name themselves behind the header.
    ///
    /// Reference: Adobe, Digital Negative Specification 1.7, chapters 2 and 4; TIFF/EP (ISO 12234-2).
    private func isCameraRaw(_ bytes: Span<UInt8>, _ pages: Set<Int>) -> Bool {
        if bytes.starts(with: "CR", at: 8), wordByteCount == 4 { return true }
        for page in pages.sorted().prefix(Self.examinedCount) {
            guard let entries = try? read(bytes, at: page).entries else { continue }
            if hasSensorSamples(bytes, entries) { return true }
            for index in 0..<min(count(bytes, entries, tag: 330) ?? 0, Self.examinedCount) {
                if let place = value(bytes, entries, tag: 330, index: index),
                    let part = try? read(bytes, at: place).entries,
                    hasSensorSamples(bytes, part)
                {
                    return true
                }
            }
        }
        return false
    }

    /// The number of pages, and of parts of a page, that are looked into.
    private static let examinedCount = 8

    /// Whether a directory states the version of DNG, or describes a mosaic of colors or linear sensor samples.
    private func hasSensorSamples(_ bytes: Span<UInt8>, _ entries: Range<Int>) -> Bool {
        let photometric = value(bytes, entries, tag: 262)
        return photometric == 32_803 || photometric == 34_892
            || entry(bytes, entries, tag: 50_706) != nil
    }

    /// Whether one of the extra samples after the colors is alpha.
    private func hasAlpha(
        _ bytes: Span<UInt8>,
        _ entries: Range<Int>,
        among extraCount: Int
    ) -> Bool {
        guard extraCount > 0 else { return false }
        for index in 0..<min(extraCount, count(bytes, entries, tag: 338) ?? 0, 16) {
            let kind = value(bytes, entries, tag: 338, index: index)
            if kind == 1 || kind == 2 { return true }
        }
        return false
    }

    /// The number of values in the entry of a tag; nil if there is no such entry.
    private func count(_ bytes: Span<UInt8>, _ entries: Range<Int>, tag: Int) -> Int? {
        guard let entry = entry(bytes, entries, tag: tag) else { return nil }
        return try? number(bytes, at: entry + 4, byteCount: wordByteCount)
    }

    /// Reads one integer from the entry of a tag; nil if the entry or the value does not exist.
    private func value(
        _ bytes: Span<UInt8>,
        _ entries: Range<Int>,
        tag: Int,
        index: Int = 0
    ) -> Int? {
        guard let entry = entry(bytes, entries, tag: tag),
            let type = try? number(bytes, at: entry + 2, byteCount: 2),
            let byteCount = Self.valueByteCounts[type],
            let count = try? number(bytes, at: entry + 4, byteCount: wordByteCount), index < count
        else { return nil }
        var place = entry + 4 + wordByteCount
        if count > wordByteCount / byteCount {
            guard let offset = try? number(bytes, at: place, byteCount: wordByteCount),
                offset <= bytes.count
            else { return nil }
            place = offset
        }
        return try? number(bytes, at: place + index * byteCount, byteCount: byteCount)
    }

    private func entry(_ bytes: Span<UInt8>, _ entries: Range<Int>, tag: Int) -> Int? {
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: entryByteCount)
        where (try? number(bytes, at: entry, byteCount: 2)) == tag {
            return entry
        }
        return nil
    }

    private func number(
        _ bytes: Span<UInt8>,
        at offset: Int,
        byteCount: Int
    ) throws(CodecError) -> Int {
        guard offset >= 0, offset <= bytes.count - byteCount else { throw .truncated }
        var value: UInt64 = 0
        for index in 0..<byteCount {
            let place = isLittleEndian ? byteCount - 1 - index : index
            value = value << 8 | UInt64(bytes[offset + place])
        }
        guard let number = Int(exactly: value) else { throw .corrupt(.structure(offset: offset)) }
        return number
    }
}
