// SPDX-License-Identifier: Apache-2.0

import Raster

/// A picture in a drawing, written as a `data:` address.
///
/// The library asks a decoder for the stated type, and draws nothing if the data have another one. So the type is
/// made that of the data, and a WebP becomes a PNG.
///
/// Reference: RFC 2397; RFC 4648, section 4.
enum EmbeddedPicture {
    /// The greatest number of pixels of a WebP in a drawing.
    private static let pixelLimit = 1 << 21

    /// Rewrites the address of a picture; nil if it can stay as it is, or is none that is known.
    static func address(_ text: String) -> String? {
        guard let comma = text.firstIndex(of: ","), text.prefix(5).lowercased() == "data:" else {
            return nil
        }
        let head = text[text.index(text.startIndex, offsetBy: 5)..<comma].lowercased()
        guard head.filter({ !$0.isWhitespace }).hasSuffix(";base64") else { return nil }
        let letters = text[text.index(after: comma)...]
        guard !letters.contains("&"), let type = type(of: letters) else { return nil }
        if type == "image/webp" {
            guard let png = decoded(letters).flatMap(png) else { return nil }
            return "data:image/png;base64," + encoded(png)
        }
        let stated = head.prefix { $0 != ";" }
        return stated == type ? nil : "data:\(type);base64,\(letters)"
    }

    /// The media type of the data, by their first bytes in base64.
    private static func type(of letters: Substring) -> String? {
        let start = String(letters.lazy.filter { !$0.isWhitespace }.prefix(8))
        let types = [
            ("iVBORw0K", "image/png"), ("/9j/", "image/jpeg"), ("R0lGOD", "image/gif"),
            ("UklGR", "image/webp"),
        ]
        return types.first { start.hasPrefix($0.0) }?.1
    }

    /// Decodes a WebP, and writes it as a PNG; nil if it cannot be decoded.
    private static func png(_ file: [UInt8]) -> [UInt8]? {
        let limits = ForeignLimits(
            maximumSide: 1 << 14,
            maximumPixelCount: pixelLimit,
            maximumMemory: 1 << 28,
            maximumProfileByteCount: 1 << 22
        )
        guard (try? WebP.load()) != nil, let header = try? WebP.header(file.span, limits: limits),
            header.bitCount == 8,
            header.channels == .rgb || header.channels == .rgba
        else { return nil }
        var pixels = [UInt8](repeating: 0, count: header.byteCount)
        var span = pixels.mutableSpan
        guard (try? WebP.decode(file.span, limits: limits, into: &span)) != nil else { return nil }
        return PlainPNG.write(
            pixels,
            width: header.size.width,
            height: header.size.height,
            hasAlpha: header.channels == .rgba
        )
    }

    // MARK: Base64

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    private static func decoded(_ letters: Substring) -> [UInt8]? {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        var bytes: [UInt8] = []
        var (bits, bitCount): (UInt32, Int) = (0, 0)
        for letter in letters.utf8 {
            if [0x20, 0x09, 0x0A, 0x0D].contains(letter) { continue }
            if letter == UInt8(ascii: "=") { break }
            guard values[Int(letter)] < 64 else { return nil }
            bits = bits << 6 | UInt32(values[Int(letter)])
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return bytes
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits =
                group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for index in 0..<4 {
                let isPadding = index > group.count
                letters.append(
                    isPadding
                        ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)]
                )
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
