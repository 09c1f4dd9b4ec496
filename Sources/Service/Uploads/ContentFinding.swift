// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A guess about the format of an upload that is no picture, for the problem's text.
enum ContentFinding {
    /// The number of leading bytes to examine.
    static let byteCount = 16

    /// The end of the sentence "The image is …"; `nil` for JPEG and PNG.
    static func refusal(of bytes: Span<UInt8>) -> String? {
        guard ImageFormat.sniff(bytes) == nil else { return nil }
        if let foreign = ForeignFormat.sniff(bytes) { return foreign.rawValue.uppercased() }
        var start = 0
        while start < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[start]) { start += 1 }
        guard start < bytes.count else { return "empty" }
        switch bytes[start] {
        case UInt8(ascii: "<"): return "markup, such as HTML"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "text, such as JSON"
        default: break
        }
        for index in start..<min(bytes.count, byteCount) {
            let byte = bytes[index]
            let isText = (0x20..<0x7f).contains(byte) || [0x09, 0x0a, 0x0d].contains(byte)
            guard isText else { return "of an unknown format" }
        }
        return "text"
    }
}
