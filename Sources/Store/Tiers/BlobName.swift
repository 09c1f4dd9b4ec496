// SPDX-License-Identifier: Apache-2.0

/// The kinds of blobs that a storage tier keeps.
public enum BlobKind: String, Hashable, Sendable, CaseIterable {
    /// An uploaded image, named by the digest of its bytes.
    case original = "originals"
    /// A rendered result that can be rendered again.
    case result = "results"
    /// A record: a link to a rendering, or a scene with an address. Its folder has the name of the first kind.
    case record = "links"
    /// A reference: the note under an uploaded image that a record shows it.
    case reference = "references"
    /// A tombstone: the mark that an uploaded image was deleted.
    case tombstone = "tombstones"

    /// The number of groups of blobs: one for each first byte of a digest; tombstones are not
    /// divided.
    static let groupCount = 256

    /// The folders of this kind, relative to the root of a tier.
    ///
    /// There are usually few tombstones.
    var folders: [String] {
        switch self {
        case .original, .result, .record, .reference:
            (0..<Self.groupCount).map { "\(rawValue)/\(Self.group($0))" }
        case .tombstone: [rawValue]
        }
    }

    /// The folder of a blob of this kind with a digest, relative to the root of a tier.
    func folder(of digest: Digest) -> String {
        switch self {
        case .original, .result, .record, .reference: "\(rawValue)/\(digest.hex.prefix(2))"
        case .tombstone: rawValue
        }
    }

    /// The name of the folder for digests with a given first byte: the byte as two hexadecimal
    /// digits.
    static func group(_ index: Int) -> String {
        (index < 16 ? "0" : "") + String(index, radix: 16)
    }

    /// Whether a blob of this kind cannot be made again, so that writing it must wait for the disk.
    var isDurable: Bool {
        switch self {
        case .original, .record, .reference, .tombstone: true
        case .result: false
        }
    }

    /// Whether a name of this kind has two digests: the digest of an image, and the digest of what shows it.
    var isBelowPicture: Bool {
        switch self {
        case .result, .reference: true
        case .original, .record, .tombstone: false
        }
    }
}

/// The name of a blob in a tier: its kind and its digests.
public struct BlobName: Hashable, Sendable {
    /// The kind of blob.
    public let kind: BlobKind

    /// The digest that the blob is found by: of an upload, of the source of a result, of an image
    /// that a record shows, of a record's name, or the mark of what was deleted.
    public let digest: Digest

    /// The digest of a result's cache key, or of the record that a reference notes; nil for the other
    /// kinds.
    public let key: Digest?

    /// The name of an uploaded image with a digest.
    public static func original(_ digest: Digest) -> BlobName {
        BlobName(kind: .original, digest: digest, key: nil)
    }

    /// The name of a result under one of its images.
    ///
    /// - Parameters:
    ///   - key: The digest of its key.
    ///   - source: An image that it is made from.
    /// - Returns: The name.
    public static func result(_ key: Digest, of source: Digest) -> BlobName {
        BlobName(kind: .result, digest: source, key: key)
    }

    /// The name of a record with the digest of its own name.
    public static func record(_ digest: Digest) -> BlobName {
        BlobName(kind: .record, digest: digest, key: nil)
    }

    /// The name of the reference to a record under an image that the record shows.
    ///
    /// - Parameters:
    ///   - record: The digest of the record's name.
    ///   - picture: The image.
    /// - Returns: The name.
    public static func reference(_ record: Digest, of picture: Digest) -> BlobName {
        BlobName(kind: .reference, digest: picture, key: record)
    }

    /// The name of the tombstone of a deleted image with a digest, which it does not reveal.
    public static func tombstone(_ digest: Digest) -> BlobName {
        tombstone(marked: digest.deletionMark)
    }

    /// The name of the tombstone with a deletion mark.
    public static func tombstone(marked mark: Digest) -> BlobName {
        BlobName(kind: .tombstone, digest: mark, key: nil)
    }

    /// Parses the last part of a ``path``, given the kind of blob; nil for other text.
    init?(_ kind: BlobKind, _ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == (kind.isBelowPicture ? 2 : 1),
            let digest = Digest(hex: Substring(parts[0]))
        else { return nil }
        self.kind = kind
        self.digest = digest
        if kind.isBelowPicture {
            guard let key = Digest(hex: Substring(parts[1])) else { return nil }
            self.key = key
        } else {
            key = nil
        }
    }

    private init(kind: BlobKind, digest: Digest, key: Digest?) {
        self.kind = kind
        self.digest = digest
        self.key = key
    }
}

extension BlobName: CustomStringConvertible {
    /// The file name: the digest in hexadecimal, and for a result or a reference a hyphen and the
    /// second digest.
    public var lastPart: String { digest.hex + (key.map { "-\($0.hex)" } ?? "") }

    /// The folder relative to the root of a tier: the kind, and for most kinds the first two digits
    /// of the digest.
    public var folder: String { kind.folder(of: digest) }

    /// The path relative to the root of a tier: folder and file name.
    ///
    /// All results of one image have the same beginning, and so do all references.
    public var path: String { "\(folder)/\(lastPart)" }

    /// The path relative to the root of a tier, as in ``path``.
    public var description: String { path }
}
