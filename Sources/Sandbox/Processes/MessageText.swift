// SPDX-License-Identifier: Apache-2.0

/// Short texts in the messages of sandboxed processes, eight bytes to a word.
enum MessageText {
    /// Packs the beginning of a text into a number of words, of which the last are zero.
    static func words(_ text: String, count: Int) -> [Int64] {
        let bytes = Array(text.utf8.prefix(count * 8))
        return (0..<count).map { word in
            (0..<8).reduce(Int64(0)) { value, index in
                let place = word * 8 + index
                return value | (place < bytes.count ? Int64(bytes[place]) << (8 * index) : 0)
            }
        }
    }

    /// Unpacks the text of untrusted words, up to a null byte.
    ///
    /// What is not printable ASCII becomes `?`, so that a process that an attacker controls can forge no line of
    /// the log.
    static func text(_ words: ArraySlice<Int64>) -> String {
        let bytes = words.flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        let printable = bytes.prefix { $0 != 0 }.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }
        return String(decoding: printable, as: UTF8.self)
    }
}
