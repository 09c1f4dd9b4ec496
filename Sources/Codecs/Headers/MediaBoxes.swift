// SPDX-License-Identifier: Apache-2.0

/// A reader of the boxes in a range of an ISO base media file.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
struct MediaBoxes {
    /// A box: its type of four letters as a number, and the range of its contents.
    struct Box {
        let type: Int
        let contents: Range<Int>
    }

    /// Lists the boxes in a range; one that reaches beyond the bytes ends the list.
    static func list(_ bytes: Span<UInt8>, in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while boxes.count < DecodeLimits.maximumSegmentCount, offset + 8 <= range.upperBound,
            let short = bytes.bigEndian32(at: offset),
            let type = bytes.bigEndian32(at: offset + 4)
        {
            var (head, byteCount) = (8, short)
            if short == 1, let high = bytes.bigEndian32(at: offset + 8),
                let low = bytes.bigEndian32(at: offset + 12), high < 1 << 30
            {
                (head, byteCount) = (16, high << 32 | low)
            } else if short == 0 {
                byteCount = range.upperBound - offset
            }
            guard byteCount >= head, byteCount <= range.upperBound - offset else { break }
            boxes.append(Box(type: type, contents: offset + head..<offset + byteCount))
            offset += byteCount
        }
        return boxes
    }

    /// The contents of the first box of a type in a range; nil if there is none.
    static func first(
        _ name: StaticString,
        _ bytes: Span<UInt8>,
        in range: Range<Int>
    ) -> Range<Int>? {
        let type = code(name)
        return list(bytes, in: range).first { $0.type == type }?.contents
    }

    /// Converts a box type of four letters to a number.
    static func code(_ name: StaticString) -> Int {
        name.description.utf8.reduce(0) { $0 << 8 | Int($1) }
    }
}
