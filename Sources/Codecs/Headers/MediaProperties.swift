// SPDX-License-Identifier: Apache-2.0

/// The meaning of the properties that items and tracks have in common.
///
/// Reference: ISO/IEC 23008-12, section 6.5; AV1 Codec ISO Media File Format Binding 1.2, section 2.3.
enum MediaProperties {
    /// The size in bytes of the ICC profile in a `colr` box, or of one made from its color space
    /// numbers.
    static func profileByteCount(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> Int {
        let start = contents.lowerBound
        if bytes.starts(with: "prof", at: start) || bytes.starts(with: "rICC", at: start) {
            return max(0, contents.count - 4)
        }
        guard bytes.starts(with: "nclx", at: start),
            let primaries = bytes.bigEndian16(at: start + 4),
            let transfer = bytes.bigEndian16(at: start + 6),
            let points = try? CodingPoints(container: primaries, transfer: transfer),
            !points.isStandard
        else { return 0 }
        return madeProfileByteCount
    }

    /// The greatest size of an ICC profile made from color space numbers, in bytes.
    static let madeProfileByteCount = 4096

    /// Combines counterclockwise quarter turns and a mirror after them: 0 exchanges top and bottom,
    /// 1 left and right.
    static func orientation(_ turn: Int, _ mirror: Int?) -> Orientation {
        switch mirror {
        case nil: [.topLeft, .leftBottom, .bottomRight, .rightTop][turn]
        case 0: [.bottomLeft, .leftTop, .topRight, .rightBottom][turn]
        case _: [.topRight, .rightBottom, .bottomLeft, .leftTop][turn]
        }
    }

    /// Reads from an `av1C` box whether chroma has fewer columns, and fewer rows, than luma.
    static func subsampling(_ bytes: Span<UInt8>, of configuration: Int?) -> CleanAperture.Parity {
        let flags = configuration.flatMap { bytes.byte(at: $0 + 2) } ?? 0
        let isGray = flags & 0x10 != 0
        return (flags & 0x08 != 0 && !isGray, flags & 0x04 != 0 && !isGray)
    }

    /// Reads the depth of samples from an `av1C` box, whose third byte has a bit for more than 8
    /// bits.
    static func depth(_ bytes: Span<UInt8>, configurationOfAV1 start: Int) -> SampleDepth {
        (bytes.byte(at: start + 2) ?? 0) & 0x40 == 0 ? .eight : .sixteen
    }
}
