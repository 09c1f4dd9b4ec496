// SPDX-License-Identifier: Apache-2.0

import Raster

/// A parser of the header of a JPEG XL, bare or in boxes.
///
/// Its profile is coded like pixels, so its size stays unknown and counts as the greatest possible.
///
/// Reference: ISO/IEC 18181-1:2022, annexes B and D; ISO/IEC 18181-2:2021, section 9.
struct JPEGXLHeader {
    private var bits: BitReader

    /// Reads the size, the depth and the channels of a JPEG XL.
    ///
    /// - Parameter bytes: The file, or its beginning.
    /// - Returns: The header, upright; an animation counts as two frames, whatever it has.
    /// - Throws: `truncated` or `corrupt`.
    static func parse(_ bytes: Span<UInt8>) throws(CodecError) -> ForeignFileHeader {
        let start = try codestream(bytes)
        guard bytes.starts(with: [0xFF, 0x0A], at: start.lowerBound) else {
            throw start.count < 2 ? .truncated : .corrupt(.structure(offset: start.lowerBound))
        }
        var parser = JPEGXLHeader(
            bits: BitReader(offset: start.lowerBound + 2, end: start.upperBound)
        )
        return try parser.parse(bytes)
    }

    /// Finds the bytes of the codestream, or of its first part, in a bare or a boxed file.
    private static func codestream(_ bytes: Span<UInt8>) throws(CodecError) -> Range<Int> {
        if bytes.byte(at: 0) == 0xFF { return 0..<bytes.count }
        var offset = 0
        for _ in 0..<DecodeLimits.maximumSegmentCount {
            guard let short = bytes.bigEndian32(at: offset) else { throw .truncated }
            var (head, byteCount) = (8, short)
            if short == 1 {
                guard let high = bytes.bigEndian32(at: offset + 8),
                    let low = bytes.bigEndian32(at: offset + 12)
                else { throw .truncated }
                guard high < 1 << 24 else { throw .corrupt(.structure(offset: offset)) }
                (head, byteCount) = (16, high << 32 | low)
            }
            let end = short == 0 ? bytes.count : min(offset + byteCount, bytes.count)
            guard short == 0 || byteCount >= head else {
                throw .corrupt(.structure(offset: offset))
            }
            if bytes.starts(with: "jxlc", at: offset + 4), offset + head <= end {
                return offset + head..<end
            }
            // A number precedes each part.
            if bytes.starts(with: "jxlp", at: offset + 4), offset + head + 4 <= end {
                return offset + head + 4..<end
            }
            guard short != 0 else { throw .truncated }
            offset += byteCount
        }
        throw .tooManySegments(limit: DecodeLimits.maximumSegmentCount)
    }

    private mutating func parse(_ bytes: Span<UInt8>) throws(CodecError) -> ForeignFileHeader {
        let size = try readSize(bytes)
        var header = ForeignFileHeader(size: size, layout: .rgb)
        // The defaults of everything that follows.
        if try bits.flag(bytes) { return header }
        if try bits.flag(bytes) {
            // The library turns the picture, so its sides may change places.
            if try bits.number(bytes, 3) >= 4 { header.size = size.transposed }
            if try bits.flag(bytes) { _ = try readSize(bytes) }
            if try bits.flag(bytes) { try skipPreview(bytes) }
            if try bits.flag(bytes) {
                try skipAnimation(bytes)
                header.frameCount = 2
                header.hasUnknownFrames = true
            }
        }
        let bitCount = try readDepth(bytes)
        header.depth = bitCount > 8 ? .sixteen : .eight
        _ = try bits.flag(bytes)
        let hasAlpha = try readExtraChannels(bytes)
        _ = try bits.flag(bytes)
        let isGray = try readColors(bytes, into: &header)
        header.layout = isGray ? .gray : .rgb
        if hasAlpha { header.layout = header.layout.addingAlpha }
        return header
    }

    private mutating func readSize(_ bytes: Span<UInt8>) throws(CodecError) -> PixelSize {
        let isSmall = try bits.flag(bytes)
        let height = try side(bytes, isSmall)
        let ratio = try bits.number(bytes, 3)
        let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        let width =
            ratio == 0
            ? try side(bytes, isSmall) : height * ratios[ratio - 1].0 / ratios[ratio - 1].1
        guard width > 0 else { throw .corrupt(.dimensions) }
        return PixelSize(width: width, height: height)
    }

    private mutating func side(_ bytes: Span<UInt8>, _ isSmall: Bool) throws(CodecError) -> Int {
        if isSmall { return 8 * (try bits.number(bytes, 5) + 1) }
        let widths = [9, 13, 18, 30]
        return try bits.number(bytes, widths[try bits.number(bytes, 2)]) + 1
    }

    private mutating func skipPreview(_ bytes: Span<UInt8>) throws(CodecError) {
        let isDivided = try bits.flag(bytes)
        func side(_ bits: inout BitReader) throws(CodecError) -> Int {
            isDivided
                ? try bits.choice(bytes, (16, 0), (32, 0), (1, 5), (33, 9))
                : try bits.choice(bytes, (1, 6), (65, 8), (321, 10), (1345, 12))
        }
        _ = try side(&bits)
        if try bits.number(bytes, 3) == 0 { _ = try side(&bits) }
    }

    private mutating func skipAnimation(_ bytes: Span<UInt8>) throws(CodecError) {
        _ = try bits.choice(bytes, (100, 0), (1000, 0), (1, 10), (1, 30))
        _ = try bits.choice(bytes, (1, 0), (1001, 0), (1, 8), (1, 10))
        _ = try bits.choice(bytes, (0, 0), (0, 3), (0, 16), (0, 32))
        _ = try bits.flag(bytes)
    }

    private mutating func readDepth(_ bytes: Span<UInt8>) throws(CodecError) -> Int {
        if try bits.flag(bytes) {
            let bitCount = try bits.choice(bytes, (32, 0), (16, 0), (24, 0), (1, 6))
            _ = try bits.number(bytes, 4)
            return bitCount
        }
        return try bits.choice(bytes, (8, 0), (10, 0), (12, 0), (1, 6))
    }

    /// Reads the extra channels, and returns whether one of them is alpha.
    private mutating func readExtraChannels(_ bytes: Span<UInt8>) throws(CodecError) -> Bool {
        let count = try bits.choice(bytes, (0, 0), (1, 0), (2, 4), (1, 12))
        guard count <= 256 else { throw .corrupt(.structure(offset: 0)) }
        var hasAlpha = false
        for _ in 0..<count {
            if try bits.flag(bytes) {
                hasAlpha = true
                continue
            }
            let kind = try enumeration(bytes)
            _ = try readDepth(bytes)
            _ = try bits.choice(bytes, (0, 0), (3, 0), (4, 0), (1, 3))
            let nameByteCount = try bits.choice(bytes, (0, 0), (0, 4), (16, 5), (48, 10))
            for _ in 0..<nameByteCount { _ = try bits.number(bytes, 8) }
            switch kind {
            case 0:
                hasAlpha = true
                _ = try bits.flag(bytes)
            case 2: for _ in 0..<4 { _ = try bits.number(bytes, 16) }
            case 5: _ = try bits.choice(bytes, (1, 0), (0, 2), (3, 4), (19, 8))
            case _: break
            }
        }
        return hasAlpha
    }

    /// Reads the color space, and returns whether it is gray.
    private mutating func readColors(
        _ bytes: Span<UInt8>,
        into header: inout ForeignFileHeader
    ) throws(CodecError) -> Bool {
        if try bits.flag(bytes) { return false }
        let hasProfile = try bits.flag(bytes)
        header.profileByteCount =
            hasProfile ? DecodeLimits.maximumProfileByteCount : MediaProperties.madeProfileByteCount
        return try enumeration(bytes) == 1
    }

    private mutating func enumeration(_ bytes: Span<UInt8>) throws(CodecError) -> Int {
        try bits.choice(bytes, (0, 0), (1, 0), (2, 4), (18, 6))
    }
}

/// A reader of bits that takes the least significant bit of each byte first.
private struct BitReader {
    private var position: Int
    private let end: Int

    init(offset: Int, end: Int) {
        position = 8 * offset
        self.end = 8 * end
    }

    mutating func flag(_ bytes: Span<UInt8>) throws(CodecError) -> Bool {
        try number(bytes, 1) == 1
    }

    mutating func number(_ bytes: Span<UInt8>, _ count: Int) throws(CodecError) -> Int {
        guard count <= end - position else { throw .truncated }
        var value = 0
        for index in 0..<count {
            let bit = Int(bytes[position >> 3] >> UInt8(position & 7)) & 1
            value |= bit << index
            position += 1
        }
        return value
    }

    /// Reads two bits that select one of four forms, and then a number of that form: its base plus
    /// some bits.
    mutating func choice(
        _ bytes: Span<UInt8>,
        _ forms: (base: Int, count: Int)...
    ) throws(CodecError) -> Int {
        let form = forms[try number(bytes, 2)]
        return form.base + (try number(bytes, form.count))
    }
}
