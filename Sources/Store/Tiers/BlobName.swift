// SPDX-License-Identifier: Apache-2.0

/// The kinds of blobs that a tier keeps.
public enum BlobKind: String, Hashable, Sendable, CaseIterable {
    /// An upload, named by the digest of its bytes.
    case original = "originals"
    /// A result, which can be made again.
    case result = "results"
    /// An address that leads to one rendering.
    case link = "links"
    /// The mark of an original that was deleted.
    case tombstone = "tombstones"

    /// The number of groups of most kinds.
    static let groupCount = 256

    /// The folders of the kind below the root of a tier.
    ///
    /// There are few tombstones, and all of them are listed often.
    var folders: [String] {
        switch self {
        case .original, .result, .link:
            (0..<Self.groupCount).map { "\(rawValue)/\(Self.group($0))" }
        case .tombstone: [rawValue]
        }
    }

    /// The folder of a digest.
    func folder(of digest: Digest) -> String {
        switch self {
        case .original, .result, .link: "\(rawValue)/\(digest.hex.prefix(2))"
        case .tombstone: rawValue
        }
    }

    /// The two digits of a group.
    static func group(_ index: Int) -> String {
        (index < 16 ? "0" : "") + String(index, radix: 16)
    }

    /// Whether a blob of the kind cannot be made again, so that it is on the disk before it counts as kept.
    var isDurable: Bool {
        switch self {
        case .original, .link, .tombstone: true
        case .result: false
        }
    }
}

/// The name of a blob in a tier.
public struct BlobName: Hashable, Sendable {
    /// The kind.
    public let kind: BlobKind

    /// The digest that the blob is found by: of an original, of the source of a result, of the secret of a
    /// link, or of what was deleted.
    public let digest: Digest

    /// The digest of a result's key; nil for the other kinds.
    public let key: Digest?

    /// The name of an upload.
    public static func original(_ digest: Digest) -> BlobName {
        BlobName(kind: .original, digest: digest, key: nil)
    }

    /// The name of a result.
    ///
    /// - Parameters:
    ///   - key: The digest of its key.
    ///   - source: A picture that it is made from.
    /// - Returns: The name.
    public static func result(_ key: Digest, of source: Digest) -> BlobName {
        BlobName(kind: .result, digest: source, key: key)
    }

    /// The name of a link.
    public static func link(_ digest: Digest) -> BlobName {
        BlobName(kind: .link, digest: digest, key: nil)
    }

    /// The name of the mark of a deleted original.
    public static func tombstone(_ digest: Digest) -> BlobName {
        BlobName(kind: .tombstone, digest: digest, key: nil)
    }

    /// Creates the name of a kind from the last part of its ``path``; nil for other text.
    init?(_ kind: BlobKind, _ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == (kind == .result ? 2 : 1),
            let digest = Digest(hex: Substring(parts[0]))
        else { return nil }
        self.kind = kind
        self.digest = digest
        if kind == .result {
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
    /// The last part of ``path``: hexadecimal digits, for a result those of the source, a dash, and those of
    /// the key.
    public var lastPart: String { digest.hex + (key.map { "-\($0.hex)" } ?? "") }

    /// The path of the folder below the root of a tier: the kind, and the first two digits, which divide the
    /// blobs of most kinds into 256 groups.
    public var folder: String { kind.folder(of: digest) }

    /// The path below the root of a tier.
    ///
    /// All results of one picture have the same beginning.
    public var path: String { "\(folder)/\(lastPart)" }

    /// The same as ``path``.
    public var description: String { path }
}
