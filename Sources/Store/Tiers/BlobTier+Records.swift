// SPDX-License-Identifier: Apache-2.0

import Platform

// A record is a link or a scene. It belongs to the images that it shows, not to their bytes: when one of them is
// deleted, the record is removed, and it does not come back when somebody uploads the same bytes. A record is named
// by a digest alone, so each of its images has a reference to it, by which a deletion finds it.
extension BlobTier {
    /// The name of the note in a reference with the time at which it was written, in seconds since 1970.
    private static var timeNote: String { "made" }

    /// Writes a record under the images that it shows, in place of one with the same name.
    ///
    /// - Parameters:
    ///   - bytes: The record.
    ///   - name: The digest of the record's name.
    ///   - pictures: The digests of the images.
    ///   - expiry: The time at which the record is removed, in seconds since 1970; nil for never.
    /// - Throws: ``BlobError/absent`` if an image has been deleted; ``BlobError/full`` or
    ///   ``BlobError/unavailable(reason:)``.
    public func putRecord(
        _ bytes: [UInt8],
        as name: Digest,
        to pictures: Set<Digest>,
        until expiry: Int?
    ) throws(BlobError) {
        let former = (try? stat(.record(name)))?.recordedPictures ?? []
        let time = String(Syscall.wallSeconds())
        let reference = Blob(chunks: [], expiry: expiry, notes: [Self.timeNote: time])
        // References are written first, so that a deletion of any image finds the record.
        for picture in pictures { try put(reference, as: .reference(name, of: picture)) }
        let text = pictures.map(\.hex).sorted().joined(separator: " ")
        let record = Blob(
            chunks: [bytes],
            contentType: "application/json",
            expiry: expiry,
            notes: [BlobAttributes.picturesNote: text]
        )
        try put(record, as: .record(name))
        // Another writer of the same name may have come after this one.
        let current = (try? stat(.record(name)))?.recordedPictures ?? pictures
        try remove(former.subtracting(current).map { .reference(name, of: $0) })
        // A deletion meanwhile may have listed the references before these were written.
        for picture in pictures {
            do throws(BlobError) {
                _ = try stat(.original(picture))
            } catch {
                _ = try? removeRecord(name)
                throw error == .damaged ? .absent : error
            }
        }
    }

    /// Removes a record, and the references to it.
    ///
    /// - Parameter name: The digest of the record's name.
    /// - Returns: Whether the record was there.
    /// - Throws: ``BlobError/unavailable(reason:)``.
    public func removeRecord(_ name: Digest) throws(BlobError) -> Bool {
        let pictures = (try? stat(.record(name)))?.recordedPictures ?? []
        let wasThere = try remove([.record(name)]) > 0
        try remove(pictures.map { .reference(name, of: $0) })
        return wasThere
    }

    /// Removes the records of an image, and the references to them.
    ///
    /// - Parameters:
    ///   - picture: The image digest.
    ///   - time: Only those made before this time, in seconds since 1970; nil for all.
    /// - Returns: The number of references and records that were there.
    /// - Throws: ``BlobError/unavailable(reason:)``.
    func removeRecords(of picture: Digest, before time: Int? = nil) throws(BlobError) -> Int {
        var count = 0
        for reference in try list(.reference, of: picture) {
            guard let record = reference.key else { continue }
            let made = (try? stat(reference))?.notes[Self.timeNote].flatMap { Int($0) }
            if let time, let made, made >= time { continue }
            let pictures = (try? stat(.record(record)))?.recordedPictures ?? []
            // A record of that name that was written later does not show the image.
            guard pictures.isEmpty || pictures.contains(picture) else {
                count += try remove([reference])
                continue
            }
            count += try remove([.record(record)])
            count += try remove(pictures.union([picture]).map { .reference(record, of: $0) })
        }
        return count
    }

    /// Writes an uploaded image; one that was not there begins without records.
    ///
    /// An image that expired or was evicted has left its records. Records that are made
    /// while it is written belong to a concurrent upload of the same image.
    ///
    /// - Parameters:
    ///   - blob: The image.
    ///   - digest: Its digest.
    /// - Returns: Whether the image is new, and the time at which it expires.
    /// - Throws: As ``put(_:as:)``.
    public func keep(
        _ blob: Blob,
        as digest: Digest
    ) throws(BlobError) -> (isNew: Bool, expiry: Int?) {
        let begin = Syscall.wallSeconds()
        let isNew = try put(blob, as: .original(digest))
        if isNew { _ = try removeRecords(of: digest, before: begin) }
        try remove([.tombstone(digest)])
        let expiry = isNew ? blob.attributes.expiry : try stat(.original(digest)).expiry
        return (isNew, expiry)
    }
}

extension BlobAttributes {
    /// The name of the note in a record with the digests of its images, separated by spaces.
    fileprivate static let picturesNote = "pictures"

    /// The digests of the images that the record with these attributes shows.
    public var recordedPictures: Set<Digest> {
        Set((notes[Self.picturesNote] ?? "").split(separator: " ").compactMap { Digest(hex: $0) })
    }
}
