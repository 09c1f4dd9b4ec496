// SPDX-License-Identifier: Apache-2.0

import Fetching

/// Converts a blob's attributes to and from the metadata fields of an S3 object.
enum S3Fields {
    private static let prefix = "x-amz-meta-frostpane-"
    private static let notePrefix = prefix + "note-"

    /// The metadata field of an empty object that replaces a blob during its removal; its value is
    /// the process that removes it.
    static let remover = prefix + "remover"

    /// The metadata field of an object that was written while its predecessor was perhaps being
    /// removed.
    static let renewed = prefix + "renewed"

    /// The metadata field with the key under which the object was written, so that an object that was copied
    /// to the key of another is recognized.
    private static let name = prefix + "name"

    /// Converts a blob's attributes to HTTP header fields of its object.
    ///
    /// - Parameters:
    ///   - attributes: The attributes.
    ///   - blob: The blob name.
    ///   - time: The time, in seconds since 1970, from which to count how long the object may be cached.
    /// - Returns: The fields.
    static func fields(
        of attributes: BlobAttributes,
        _ blob: BlobName,
        at time: Int
    ) -> [(name: String, value: String)] {
        let freshness = attributes.expiry.map { "max-age=\(max(0, $0 - time))" }
        var fields = [
            (prefix + "digest", attributes.digest.hex), (name, blob.objectKey),
            ("Cache-Control", "private, \(freshness ?? "max-age=31536000, immutable")"),
        ]
        if !attributes.contentType.isEmpty {
            fields.append(("Content-Type", attributes.contentType))
        }
        if let expiry = attributes.expiry { fields.append((prefix + "expiry", String(expiry))) }
        for (name, value) in attributes.notes.sorted(by: { $0.key < $1.key }) {
            fields.append((notePrefix + name, PercentEncoding.encoded(value)))
        }
        return fields
    }

    /// Reads a blob's attributes from the HTTP header fields of its object.
    ///
    /// - Parameters:
    ///   - fields: The fields of the answer.
    ///   - byteCount: The length of the object, in bytes.
    ///   - name: The name of the object.
    /// - Returns: `nil` if this program did not write it.
    static func attributes(
        _ fields: [String: String],
        byteCount: Int,
        of name: BlobName
    ) -> BlobAttributes? {
        guard let digest = fields[prefix + "digest"].flatMap({ Digest(hex: $0) }) else {
            return nil
        }
        // An upload is named by its digest, so a field with another digest is wrong.
        guard name.kind != .original || digest == name.digest else { return nil }
        // Earlier versions wrote no key; their results are made again.
        guard fields[Self.name].map({ $0 == name.objectKey }) ?? (name.kind != .result) else {
            return nil
        }
        var notes: [String: String] = [:]
        for (field, value) in fields where field.hasPrefix(notePrefix) {
            notes[String(field.dropFirst(notePrefix.count))] = PercentEncoding.decoded(value)
        }
        // Stores add this media type to objects that were written without one.
        let contentType = fields["content-type"] ?? ""
        return BlobAttributes(
            byteCount: byteCount,
            digest: digest,
            contentType: contentType == "application/octet-stream" ? "" : contentType,
            expiry: fields[prefix + "expiry"].flatMap { Int($0) },
            notes: notes
        )
    }
}

// The keys of objects. The digits of a digest divide long lists into parts.
extension BlobKind {
    /// The prefix of the keys of all objects of this kind.
    var objectPrefix: String { rawValue + "/" }

    /// The prefix of the keys of objects of this kind that belong to a digest.
    func objectPrefix(of digest: Digest) -> String {
        let hex = digest.hex
        return switch self {
        case .original: "\(objectPrefix)\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)"
        case .result, .reference: "\(objectPrefix)\(hex.prefix(2))/\(hex)/"
        case .record: "\(objectPrefix)\(hex.prefix(2))/\(hex)"
        case .tombstone: "\(objectPrefix)\(hex)"
        }
    }
}

extension BlobName {
    /// The prefix of the keys of empty objects that note when blobs expire.
    static let expiryPrefix = "expiries/"

    /// The key of the blob's object in the bucket.
    var objectKey: String { kind.objectPrefix(of: digest) + (key?.hex ?? "") }

    /// Parses the key of an object; nil if it is not the key of a blob.
    init?(objectKey: String) {
        let parts = objectKey.split(separator: "/")
        guard let kind = parts.first.flatMap({ BlobKind(rawValue: String($0)) }) else { return nil }
        let text =
            kind.isBelowPicture
            ? parts.suffix(2).joined(separator: "-") : String(parts[parts.count - 1])
        guard let name = BlobName(kind, text), name.objectKey == objectKey else { return nil }
        self = name
    }

    /// The key of the empty object that notes when this blob expires; such keys sort by time.
    func expiryKey(_ expiry: Int) -> String {
        let digits = String(max(0, expiry))
        let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
        return Self.expiryPrefix + zeros + digits + "/" + objectKey
    }

    /// Parses the key of an object that notes when a blob expires; nil for other keys.
    static func expiry(ofKey key: String) -> (expiry: Int, name: BlobName)? {
        let parts = key.dropFirst(expiryPrefix.count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let expiry = Int(parts[0]),
            let name = BlobName(objectKey: String(parts[1]))
        else { return nil }
        return (expiry, name)
    }
}
