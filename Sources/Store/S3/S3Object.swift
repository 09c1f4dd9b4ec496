// SPDX-License-Identifier: Apache-2.0

import Fetching

/// The metadata of an object in a bucket, as the HTTP header fields of a response state it.
struct S3Object: Hashable, Sendable {
    /// The blob attributes; for an object that this program did not write, the attributes of
    /// an empty blob.
    let attributes: BlobAttributes

    /// The object's entity tag, from the field `ETag`.
    let tag: String?

    /// The process that has replaced a blob by this empty object, in order to remove it; nil for a
    /// blob.
    let remover: String?

    /// Whether the blob was written while its predecessor was perhaps being removed.
    let isRenewed: Bool

    /// The time of the response by the store's clock, in seconds since 1970.
    let date: Int?

    /// The time since the object was written, in seconds by the store's clock.
    let age: Int?

    /// Reads an object's metadata from the HTTP header fields of a response.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - byteCount: The length of the object, in bytes.
    ///   - name: The name of the object.
    init(_ fields: [String: String], byteCount: Int, of name: BlobName) {
        attributes =
            S3Fields.attributes(fields, byteCount: byteCount, of: name)
            ?? Blob(chunks: []).attributes
        tag = fields["etag"]
        remover = fields[S3Fields.remover]
        isRenewed = fields[S3Fields.renewed] != nil
        let date = fields["date"].flatMap(S3Time.seconds)
        let written = fields["last-modified"].flatMap(S3Time.seconds)
        self.date = date
        age = written.flatMap { written in date.map { $0 - written } }
    }

    /// Whether the object is a blob that has not expired at a time, given in seconds since 1970.
    func isAlive(at time: Int) -> Bool { remover == nil && !attributes.isExpired(at: time) }
}
