// SPDX-License-Identifier: Apache-2.0

import Fetching

/// An object of a bucket, without its bytes, as an answer describes it.
struct S3Object: Hashable, Sendable {
    /// The attributes of the blob; those of an empty one for an object of somebody else.
    let attributes: BlobAttributes

    /// The entity tag.
    let tag: String?

    /// The process that has put this empty object in the place of a blob; nil for a blob.
    let remover: String?

    /// Whether it was written in the place of something that was perhaps being removed.
    let isRenewed: Bool

    /// The time of the answer by the clock of the store, in seconds since 1970.
    let date: Int?

    /// The time since the object was written, in seconds by the clock of the store.
    let age: Int?

    /// Reads the fields of an answer.
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

    /// Whether it stands for a blob that is there at a time, in seconds since 1970.
    func isAlive(at time: Int) -> Bool { remover == nil && !attributes.isExpired(at: time) }
}
