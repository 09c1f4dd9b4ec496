// SPDX-License-Identifier: Apache-2.0

/// A strict reader of the first directory in a TIFF structure, as Exif and MPF embed it.
///
/// It reads nothing outside the given range. It follows only the offset of the directory and the
/// offsets of requested values. Anything malformed counts as absent.
///
/// Reference: TIFF 6.0, section 2.
struct TIFFDirectory {
    /// The types of values that can be read.
    enum ValueType: Int {
        case short = 3
        case long = 4
        case undefined = 7
    }

    private let range: Range<Int>
    private let isLittleEndian: Bool
    private let firstEntry: Int
    private let entryCount: Int

    private static let entryByteCount = 12

    /// Finds the first directory of a TIFF structure that fills a range of the file.
    init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, range.count >= 8 else {
            return nil
        }
        self.range = range
        if bytes.bigEndian32(at: range.lowerBound) == 0x4949_2A00 {
            isLittleEndian = true
        } else if bytes.bigEndian32(at: range.lowerBound) == 0x4D4D_002A {
            isLittleEndian = false
        } else {
            return nil
        }
        let offset = Self.read(bytes, range.lowerBound + 4, 4, isLittleEndian)
        guard offset >= 8, offset <= range.count - 2 else { return nil }
        let start = range.lowerBound + offset
        entryCount = Self.read(bytes, start, 2, isLittleEndian)
        firstEntry = start + 2
        guard entryCount <= (range.upperBound - firstEntry) / Self.entryByteCount else {
            return nil
        }
    }

    /// Reads the number in the entry of a tag, if the entry holds exactly one.
    func number(_ bytes: Span<UInt8>, tag: Int, type: ValueType) -> Int? {
        guard let entry = entry(bytes, tag: tag, type: type), type != .undefined,
            Self.read(bytes, entry + 4, 4, isLittleEndian) == 1
        else { return nil }
        return Self.read(bytes, entry + 8, type == .short ? 2 : 4, isLittleEndian)
    }

    /// Finds the bytes that the entry of a tag points to; nil if they lie in the entry itself.
    func block(_ bytes: Span<UInt8>, tag: Int) -> Range<Int>? {
        guard let entry = entry(bytes, tag: tag, type: .undefined) else { return nil }
        let count = Self.read(bytes, entry + 4, 4, isLittleEndian)
        let offset = Self.read(bytes, entry + 8, 4, isLittleEndian)
        guard count > 4, offset <= range.count, count <= range.count - offset else { return nil }
        return (range.lowerBound + offset)..<(range.lowerBound + offset + count)
    }

    /// Reads a 32-bit number in the byte order of the structure.
    func number32(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        Self.read(bytes, offset, 4, isLittleEndian)
    }

    private func entry(_ bytes: Span<UInt8>, tag: Int, type: ValueType) -> Int? {
        for index in 0..<entryCount {
            let entry = firstEntry + index * Self.entryByteCount
            if Self.read(bytes, entry, 2, isLittleEndian) == tag {
                return Self.read(bytes, entry + 2, 2, isLittleEndian) == type.rawValue ? entry : nil
            }
        }
        return nil
    }

    private static func read(
        _ bytes: Span<UInt8>,
        _ offset: Int,
        _ byteCount: Int,
        _ isLittleEndian: Bool
    ) -> Int {
        var value = 0
        for index in 0..<byteCount {
            let position = isLittleEndian ? offset + byteCount - 1 - index : offset + index
            value = value << 8 | Int(bytes[position])
        }
        return value
    }
}

extension TIFFDirectory {
    /// The orientation in an Exif structure, if it is one of the eight.
    static func orientation(_ bytes: Span<UInt8>, in range: Range<Int>) -> Orientation? {
        guard let directory = TIFFDirectory(bytes, in: range),
            let value = directory.number(bytes, tag: 0x0112, type: .short)
        else { return nil }
        return UInt8(exactly: value).flatMap(Orientation.init(rawValue:))
    }

    /// Whether a Multi-Image structure declares images of equal rank, such as a panorama or a
    /// stereo pair.
    ///
    /// Thumbnails, gain maps, depth maps and other additions of telephones do not count.
    ///
    /// Reference: CIPA DC-007 (Multi-Picture Format), section 5.2.3.3.1.
    static func declaresFrames(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        let entryByteCount = 16
        guard let directory = TIFFDirectory(bytes, in: range),
            let block = directory.block(bytes, tag: 0xB002)
        else { return false }
        for index in 0..<(block.count / entryByteCount) {
            let attribute = directory.number32(
                bytes,
                at: block.lowerBound + index * entryByteCount
            )
            if attribute & 0xFF_0000 == 0x02_0000 { return true }
        }
        return false
    }
}
