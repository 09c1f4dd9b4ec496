// SPDX-License-Identifier: Apache-2.0

extension ICCProfile {
    /// Makes an ICC profile for a curve and primaries, with the same bytes on every machine.
    ///
    /// - Parameters:
    ///   - curve: The curve of every channel.
    ///   - chromaticities: The white and the primaries; nil for gray.
    /// - Returns: A profile of version 4, or nil if the primaries span no triangle.
    static func making(_ curve: ParametricCurve, _ chromaticities: Chromaticities?) -> [UInt8]? {
        var tags: [(name: String, contents: [UInt8])] = [
            ("desc", text("Made from PNG chunks")), ("cprt", text("CC0")),
            ("wtpt", numbers("XYZ ", PrimaryMatrix.white)),
        ]
        if let chromaticities {
            guard let matrix = chromaticities.matrix, let adaptation = chromaticities.adaptation
            else { return nil }
            let (x, y, z) = matrix.rows
            let rows = adaptation.rows
            tags.append(("chad", numbers("sf32", rows.0, rows.1, rows.2)))
            tags.append(("rXYZ", numbers("XYZ ", SIMD3(x.x, y.x, z.x))))
            tags.append(("gXYZ", numbers("XYZ ", SIMD3(x.y, y.y, z.y))))
            tags.append(("bXYZ", numbers("XYZ ", SIMD3(x.z, y.z, z.z))))
        }
        let names = chromaticities == nil ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
        return file(tags, curves: names, contents(curve), isColor: chromaticities != nil)
    }

    /// Makes an ICC profile of gray from the contents of a tone curve's tag.
    static func making(gray curve: [UInt8]) -> [UInt8] {
        let tags = [
            ("desc", text("Made from a color profile")), ("cprt", text("CC0")),
            ("wtpt", numbers("XYZ ", PrimaryMatrix.white)),
        ]
        return file(tags, curves: ["kTRC"], padded(curve), isColor: false)
    }

    /// Joins the header, the table of tags and the tags of a profile whose channels share one
    /// curve.
    private static func file(
        _ tags: [(name: String, contents: [UInt8])],
        curves: [String],
        _ curve: [UInt8],
        isColor: Bool
    ) -> [UInt8] {
        var table = bytes(UInt32(tags.count + curves.count))
        var contents: [UInt8] = []
        let start = 128 + 4 + 12 * (tags.count + curves.count)
        func entry(_ name: String, _ byteCount: Int) -> [UInt8] {
            Array(name.utf8) + bytes(UInt32(start + contents.count)) + bytes(UInt32(byteCount))
        }
        for tag in tags {
            table += entry(tag.name, tag.contents.count)
            contents += padded(tag.contents)
        }
        for name in curves { table += entry(name, curve.count) }
        contents += padded(curve)
        var header = [UInt8](repeating: 0, count: 128)
        func write(_ bytes: [UInt8], at offset: Int) {
            header.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        }
        write(bytes(UInt32(start + contents.count)), at: 0)
        write([4, 0x30], at: 8)
        write(
            Array("mntr".utf8) + Array((isColor ? "RGB " : "GRAY").utf8) + Array("XYZ ".utf8),
            at: 12
        )
        // A time is required; this is the standard's.
        write([0x07, 0xE6, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0], at: 24)
        write(Array("acsp".utf8), at: 36)
        write(fixed(PrimaryMatrix.white), at: 68)
        return header + table + contents
    }

    private static func contents(_ curve: ParametricCurve) -> [UInt8] {
        let isPower = curve.a == 1 && curve.b == 0 && curve.c == 0
        let values = isPower ? [curve.g] : [curve.g, curve.a, curve.b, curve.c, curve.d]
        let kind: [UInt8] = isPower ? [0, 0, 0, 0] : [0, 3, 0, 0]
        return Array("para".utf8) + bytes(0) + kind + values.flatMap { fixed($0) }
    }

    /// Encodes a text of printable ASCII characters as a tag in American English.
    private static func text(_ text: String) -> [UInt8] {
        let letters: [UInt8] = text.utf8.flatMap { [0, $0] }
        var contents = Array("mluc".utf8) + bytes(0) + bytes(1) + bytes(12)
        contents += Array("enUS".utf8)
        contents += bytes(UInt32(letters.count))
        contents += bytes(28)
        return contents + letters
    }

    private static func numbers(_ type: String, _ values: SIMD3<Double>...) -> [UInt8] {
        Array(type.utf8) + bytes(0) + values.flatMap { fixed($0) }
    }

    private static func fixed(_ values: SIMD3<Double>) -> [UInt8] {
        fixed(values.x) + fixed(values.y) + fixed(values.z)
    }

    /// Encodes a number as `s15Fixed16Number`, with 16 bits after the binary point.
    private static func fixed(_ value: Double) -> [UInt8] {
        let limited = min(max((value * 65_536).rounded(), -0x1p31), 0x1p31 - 1)
        return bytes(UInt32(bitPattern: Int32(limited)))
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    }
}
