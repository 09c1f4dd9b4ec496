// SPDX-License-Identifier: Apache-2.0

/// The trailer of a file that holds a blob: the attributes, lengths and checksums.
///
/// A file is the blob bytes, then the attributes as lines of text, then 64 bytes: a mark, the lengths
/// of the two parts, the digest of the bytes, and the first bytes of a digest over the attributes, all
/// that precedes in these 64 bytes, and the blob name. So any change in the file is noticed, and so are
/// a file that ends early, and one that has the name of another.
///
/// Files with the mark of the first version are not bound to their names. Such an original is named by its
/// bytes, and such a record cannot be made again, so they are read; a result is made again.
struct BlobTrailer: Hashable, Sendable {
    /// The length of the trailer's fixed part, in bytes.
    static let fixedByteCount = 64

    /// The greatest length of the attributes as text, in bytes.
    static let attributesLimit = 4 << 10

    private static let mark = Array("frstpn2\n".utf8)
    private static let firstMark = Array("frstpn1\n".utf8)

    /// The blob attributes in the file.
    let attributes: BlobAttributes

    /// The blob name.
    let name: BlobName

    /// The bytes of the trailer, after the blob bytes.
    var bytes: [UInt8] {
        let text = Array(Self.text(of: attributes).utf8)
        var fixed = Self.mark
        fixed += Self.word(attributes.byteCount)
        fixed += Self.word(text.count)
        fixed += attributes.digest.bytes
        return text + fixed + Self.proof(text[...], fixed[...], Array(name.path.utf8)[...])
    }

    /// Creates the trailer for a blob with these attributes and this name.
    init(_ attributes: BlobAttributes, of name: BlobName) {
        self.attributes = attributes
        self.name = name
    }

    /// Parses the trailer at the end of a file; nil if it is damaged or does not fit the file's
    /// length.
    ///
    /// - Parameters:
    ///   - end: The last bytes of the file: all of it, or at least the longest trailer.
    ///   - fileByteCount: The file length.
    ///   - name: The blob name, by which the file was found.
    init?(end: some RandomAccessCollection<UInt8>, fileByteCount: Int, of name: BlobName) {
        let end = Array(end.suffix(Self.fixedByteCount + Self.attributesLimit))
        guard end.count >= Self.fixedByteCount else { return nil }
        let fixed = end.suffix(Self.fixedByteCount)
        let start = fixed.startIndex
        let byteCount = Self.number(fixed[start + 8..<start + 16])
        let textCount = Self.number(fixed[start + 16..<start + 24])
        let isFirst = name.kind != .result && fixed.starts(with: Self.firstMark)
        guard isFirst || fixed.starts(with: Self.mark), textCount >= 0,
            textCount <= Self.attributesLimit,
            byteCount >= 0, byteCount <= fileByteCount,
            byteCount + textCount + Self.fixedByteCount == fileByteCount,
            let digest = Digest(bytes: fixed[start + 24..<start + 56])
        else { return nil }
        let text = end[(start - textCount)..<start]
        let path = isFirst ? [] : Array(name.path.utf8)
        guard fixed.suffix(8).elementsEqual(Self.proof(text, fixed.prefix(56), path[...])),
            let attributes = Self.attributes(
                String(decoding: text, as: UTF8.self),
                byteCount,
                digest
            )
        else { return nil }
        self.attributes = attributes
        self.name = name
    }

    private static func proof(_ parts: ArraySlice<UInt8>...) -> [UInt8] {
        var hasher = DigestHasher()
        for part in parts { hasher.update(part.span) }
        return Array(hasher.finish().bytes.prefix(8))
    }

    private static func word(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    // MARK: Attributes as text

    private static func text(of attributes: BlobAttributes) -> String {
        var lines: [(String, String)] = []
        if !attributes.contentType.isEmpty {
            lines.append(("content-type", attributes.contentType))
        }
        if let expiry = attributes.expiry { lines.append(("expires", String(expiry))) }
        lines += attributes.notes.sorted { $0.key < $1.key }.map { ("note-\($0.key)", $0.value) }
        return lines.map { "\($0.0): \($0.1)\n" }.joined()
    }

    private static func attributes(
        _ text: String,
        _ byteCount: Int,
        _ digest: Digest
    ) -> BlobAttributes? {
        var (contentType, expiry, notes) = ("", Int?.none, [String: String]())
        for line in text.split(separator: "\n") {
            guard let colon = line.firstRange(of: ": ") else { return nil }
            let (name, value) = (line[..<colon.lowerBound], String(line[colon.upperBound...]))
            switch name {
            case "content-type": contentType = value
            case "expires":
                guard let seconds = Int(value) else { return nil }
                expiry = seconds
            // Foreign: text of a file; a later version may have written more.
            default: if name.hasPrefix("note-") { notes[String(name.dropFirst(5))] = value }
            }
        }
        return BlobAttributes(
            byteCount: byteCount,
            digest: digest,
            contentType: contentType,
            expiry: expiry,
            notes: notes
        )
    }
}
