// SPDX-License-Identifier: Apache-2.0

/// XML texts in UTF-16.
enum UTF16Text {
    /// Converts a text in UTF-16 to UTF-8, without a declaration that would contradict.
    static func transcode(_ file: inout [UInt8]) -> Bool {
        let isBig = file.starts(with: [0xFE, 0xFF]) || file.starts(with: [0, 0x3C])
        guard isBig || file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0x3C, 0]) else {
            return false
        }
        var units = (0..<file.count / 2).map { index in
            let (first, second) = (UInt16(file[2 * index]), UInt16(file[2 * index + 1]))
            return isBig ? first << 8 | second : second << 8 | first
        }
        if units.first == 0xFEFF { units.removeFirst() }
        var text = String(decoding: units, as: UTF16.self)
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            text.removeSubrange(text.startIndex..<end.upperBound)
        }
        file = Array(text.utf8)
        return true
    }
}
