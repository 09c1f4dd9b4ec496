// SPDX-License-Identifier: Apache-2.0

/// The places of items' bytes in a HEIF file: the contents of an `iloc` box.
///
/// Reference: ISO/IEC 14496-12, section 8.11.3.
struct MediaPlaces {
    /// The ranges of an item's bytes in the file, in order.
    private var ranges: [Int: [Range<Int>]] = [:]

    /// Reads the contents of a `meta` box; nil if its `iloc` box is absent, damaged or of an unknown
    /// version.
    ///
    /// An item whose bytes lie in another file, or in another item, has no ranges.
    init?(_ bytes: Span<UInt8>, _ meta: Range<Int>) {
        guard meta.count >= 4 else { return nil }
        let inner = meta.lowerBound + 4..<meta.upperBound
        guard let box = MediaBoxes.first("iloc", bytes, in: inner) else { return nil }
        let local = MediaBoxes.first("idat", bytes, in: inner)
        var cursor = Cursor(offset: box.lowerBound, end: box.upperBound)
        guard let version = cursor.next(1, bytes), version <= 2, cursor.next(3, bytes) != nil,
            let sizes = cursor.next(2, bytes), let count = cursor.next(version < 2 ? 2 : 4, bytes)
        else { return nil }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        var extentCount = 0
        for _ in 0..<min(count, DecodeLimits.maximumSegmentCount) {
            guard let item = cursor.next(version < 2 ? 2 : 4, bytes),
                let method = version == 0 ? 0 : cursor.next(2, bytes),
                let source = cursor.next(2, bytes), let base = cursor.next(baseSize, bytes),
                let number = cursor.next(2, bytes)
            else { return nil }
            extentCount += number
            guard extentCount <= DecodeLimits.maximumSegmentCount else { return nil }
            let whole = method & 15 == 0 ? 0..<bytes.count : local
            let isHere = source == 0 && method & 15 < 2
            var found: [Range<Int>] = []
            for _ in 0..<number {
                guard cursor.next(indexSize, bytes) != nil,
                    let offset = cursor.next(offsetSize, bytes),
                    let length = cursor.next(lengthSize, bytes)
                else { return nil }
                guard isHere, let whole else { continue }
                let start = whole.lowerBound + base + offset
                // No length means all that follows.
                found.append(start..<max(start, length > 0 ? start + length : whole.upperBound))
            }
            if isHere, whole != nil { ranges[item] = found }
        }
    }

    /// The ranges of an item's bytes, which may end behind the file; nil if they are not in the file.
    func ranges(of item: Int) -> [Range<Int>]? { ranges[item] }

    /// Copies the bytes of an item; nil if they are not in the file, or not all of them.
    func contents(of item: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
        // Ranges may overlap: no item is longer than the file.
        guard let ranges = ranges[item],
            ranges.allSatisfy({ $0.upperBound <= bytes.count }),
            ranges.reduce(0, { $0 + $1.count }) <= bytes.count
        else { return nil }
        return ranges.reduce(into: []) { contents, range in
            contents.append(bytes.extracting(range))
        }
    }

    /// The next number in the box, and the end of the box.
    private struct Cursor {
        var offset: Int
        let end: Int

        /// Reads a number of up to eight bytes, where no bytes are zero; nil beyond the box, and for
        /// numbers from 2^61 on.
        mutating func next(_ byteCount: Int, _ bytes: Span<UInt8>) -> Int? {
            guard byteCount <= 8, byteCount <= end - offset else { return nil }
            var value: UInt64 = 0
            for index in offset..<offset + byteCount { value = value << 8 | UInt64(bytes[index]) }
            offset += byteCount
            return value < 1 << 61 ? Int(value) : nil
        }
    }
}
