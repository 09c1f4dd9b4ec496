// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Platform
import Raster
import Rendering
import Store

extension ImageService {
    /// Stores an uploaded picture under its digest: `POST /v1/images`.
    func keepUpload(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        let reader = try readerToKeep(context)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            guard let file = upload.image else { throw .upload(.missing) }
            try keep(file, for: context)
        }
    }

    /// Stores an uploaded picture under a stated digest: `PUT /v1/images/{digest}`.
    func putImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        // Before the body is sent, if that is known; a store is asked when it has arrived.
        let isKnown = isKnown(digest)
        if isKnown || store == nil { try check(context, against: isKnown ? digest.entityTag : nil) }
        let reader = try readerToKeep(context)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            guard let file = upload.image else { throw .upload(.missing) }
            guard file.digest == digest else {
                throw .upload(.digestMismatch(field: "digest"))
            }
            try whenChecked(digest, for: context) { () throws(ServiceError) in
                try self.keep(file, for: context)
            }
        }
    }

    /// Deletes a stored picture: `DELETE /v1/images/{digest}`.
    func deleteImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        try whenChecked(digest, for: context) { [self] () throws(ServiceError) in
            guard let store else {
                guard forgetInMemory(digest) else { throw .imageNotFound }
                return context.respond(.noContent, [.cacheControl: "no-store"])
            }
            let end = Syscall.wallSeconds() + Self.tombstoneSeconds
            store.call(.writing) { tier throws(BlobError) in
                try tier.forget(digest, markedUntil: end)
            } then: { [self] result in
                deletions.insert(true, for: digest.deletionMark, cost: 0)
                let wasInMemory = forgetInMemory(digest)
                switch result {
                case .success(let wasStored) where wasStored || wasInMemory:
                    context.respond(.noContent, [.cacheControl: "no-store"])
                case .success: context.fail(.imageNotFound)
                case .failure(let error): context.fail(.store(error))
                }
            }
        }
    }

    /// The time after a picture's deletion in which its results are not stored, in seconds.
    ///
    /// It is longer than any rendering takes.
    private static let tombstoneSeconds = 3_600

    /// Calls an action if the conditions of a request, such as `If-Match`, hold for a picture.
    private func whenChecked(
        _ digest: Digest,
        for context: RequestContext,
        then action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let isKnown = isKnown(digest)
        guard let store, !isKnown, context.isConditional else {
            try check(context, against: isKnown ? digest.entityTag : nil)
            return try action()
        }
        store.call(.reading) { tier throws(BlobError) in
            _ = try tier.stat(.original(digest))
        } then: { [self] result in
            do throws(ServiceError) {
                switch result {
                case .success: try check(context, against: digest.entityTag)
                case .failure(.absent), .failure(.damaged): try check(context, against: nil)
                case .failure(let error): throw .store(error)
                }
                try action()
            } catch {
                context.fail(error)
            }
        }
    }

    /// Answers with a stored picture: `GET /v1/images/{digest}`.
    func getImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        try whenFound([digest], for: context, readsHeaders: false) {
            [self] kept throws(ServiceError) in
            guard let original = kept.picture(digest) else { throw .imageNotFound }
            try answer(original, digest, context)
        }
    }

    private func answer(
        _ original: KeptPicture,
        _ digest: Digest,
        _ context: RequestContext
    ) throws(ServiceError) {
        let format = original.metadata.header.format
        let name = "\(digest.hex.prefix(12)).\(format.fileExtension)"
        // Browsers save an active file, which would otherwise be a document of the service's origin.
        let disposition = format.isActive ? "attachment" : "inline"
        var fields: HTTPFields = [
            .contentType: format.mediaType,
            .contentDisposition: "\(disposition); filename=\"\(name)\"",
            .eTag: digest.entityTag.text,
        ]
        fields[.keptUntil] = original.metadata.expiry.map(KeepingTime.field)
        freshness(for: context, until: original.metadata.expiry).write(to: &fields)
        switch context.preconditions.outcome(current: digest.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(fields)
        case .proceed:
            fields[.reprDigest] = digest.fieldValue
            try context.respond([original.bytes], tag: digest.entityTag, fields)
        }
    }

    /// Creates the reader of an upload to store, limited to the size of stored pictures.
    private func readerToKeep(_ context: RequestContext) throws(ServiceError) -> UploadReader {
        // What is too large for memory is in the store alone.
        try reader(for: context, imageLimit: store == nil ? originals.uploadLimit : .max)
    }

    private func keep(_ upload: Upload.File, for context: RequestContext) throws(ServiceError) {
        // Each rendering decides which damage it tolerates.
        let header = try source(upload, damage: .partial).header
        let expiry = try keptUntil(context)
        let metadata = OriginalMetadata(header: header, expiry: expiry)
        guard let store else { return try keepInMemory(upload, metadata, for: context) }
        let blob = Blob(
            chunks: [upload.bytes],
            digest: upload.digest,
            contentType: header.format.mediaType,
            expiry: expiry
        )
        let time = store.time(.writing, byteCount: upload.bytes.count)
        store.call(.writing, within: time) {
            tier throws(BlobError) in
            try tier.keep(blob, as: upload.digest)
        } then: { [self] result in
            switch result {
            case .failure(let error): context.fail(.store(error))
            case .success(let kept):
                let metadata = OriginalMetadata(header: header, expiry: kept.expiry)
                deletions.remove(upload.digest.deletionMark)
                remember(KeptPicture(bytes: upload.bytes, metadata: metadata), upload.digest)
                answerKept(kept.isNew ? .created : .ok, upload, metadata, context)
            }
        }
    }

    private func keepInMemory(
        _ upload: Upload.File,
        _ metadata: OriginalMetadata,
        for context: RequestContext
    ) throws(ServiceError) {
        var metadata = metadata
        let known = pictureInMemory(upload.digest)
        if let known {
            // It is kept for the longer of both times.
            metadata.expiry = KeepingTime.longer(metadata.expiry, known.metadata.expiry)
        }
        let expiry = metadata.expiry
        // First, so that nobody finds the picture without its time.
        expiries.set(expiry, of: upload.digest)
        originals.remove(upload.digest) { $0.metadata.expiry != expiry }
        let insertion = originals.insert(
            KeptPicture(bytes: upload.bytes, metadata: metadata),
            digest: upload.digest
        )
        if insertion == .tooLarge {
            throw .upload(.imageTooLarge(limit: originals.uploadLimit))
        }
        pruneExpiries()
        answerKept(known == nil ? .created : .ok, upload, metadata, context)
    }

    private func answerKept(
        _ status: HTTPResponse.Status,
        _ upload: Upload.File,
        _ metadata: OriginalMetadata,
        _ context: RequestContext
    ) {
        let address = context.address(of: "/v1/images/\(upload.digest.hex)")
        var fields: HTTPFields = [
            .contentType: "application/json", .location: address,
            .eTag: upload.digest.entityTag.text, .cacheControl: "no-store",
        ]
        fields[.keptUntil] = metadata.expiry.map(KeepingTime.field)
        context.respond(
            status,
            fields,
            body: .bytes(Self.description(of: upload, metadata, at: address).document)
        )
    }

    /// The time until which an upload is kept, in seconds since 1970; nil for no limit.
    private func keptUntil(_ context: RequestContext) throws(ServiceError) -> Int? {
        do throws(KeepingTime.Fault) {
            return try KeepingTime.end(
                asked: context.request.headerFields[.keptUntil],
                limit: configuration.keepOriginals,
                now: Syscall.wallSeconds()
            )
        } catch {
            throw .keepingTime(error)
        }
    }

    private static func description(
        of upload: Upload.File,
        _ metadata: OriginalMetadata,
        at address: String
    ) -> JSONValue {
        let header = metadata.header
        let expiry = metadata.expiry.map { [("expires", JSONValue.string(KeepingTime.text($0)))] }
        return .object(
            [
                ("id", .string(upload.digest.hex)),
                ("url", .string(address)),
                ("format", .string(header.format.rawValue)),
                ("width", .integer(header.size.width)),
                ("height", .integer(header.size.height)),
                ("bytes", .integer(upload.bytes.count)),
                ("orientation", .integer(Int(header.orientation.rawValue))),
                ("bitDepth", .integer(header.bitDepth.rawValue)),
                ("hasAlpha", .boolean(header.layout.hasAlpha)),
            ] + (expiry ?? [])
        )
    }

    /// Refuses a request that changes a picture, unless its `If-Match` and `If-None-Match` hold.
    private func check(
        _ context: RequestContext,
        against current: EntityTag?
    ) throws(ServiceError) {
        let outcome = context.preconditions.outcome(current: current, isRead: false)
        guard outcome == .proceed else { throw .preconditionFailed }
    }
}

extension RequestContext {
    /// Whether the request has `If-Match` or `If-None-Match`.
    fileprivate var isConditional: Bool {
        request.headerFields[.ifMatch] != nil || request.headerFields[.ifNoneMatch] != nil
    }
}

extension Digest {
    /// The entity tag of the bytes with this digest.
    var entityTag: EntityTag { EntityTag(hex) }
}
