// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Raster
import Rendering
import Store

extension ImageService {
    /// Keeps a picture under its digest: `POST /v1/images`.
    func keepUpload(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        let reader = try readerToKeep(context)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            guard let file = upload.image else { throw .upload(.missing) }
            try keep(file, for: context)
        }
    }

    /// Answers a request about one kept picture.
    func answerImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        switch context.request.method {
        case .put: try putImage(digest, context)
        case .delete: try deleteImage(digest, context)
        // Foreign: HTTPRequest.Method
        default: try getImage(digest, context)
        }
    }

    private func putImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        try check(context, against: originals.original(for: digest).map { _ in digest.entityTag })
        let reader = try readerToKeep(context)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            guard let file = upload.image else { throw .upload(.missing) }
            guard file.digest == digest else {
                throw .upload(.digestMismatch(field: "digest"))
            }
            try keep(file, for: context)
        }
    }

    private func deleteImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        let isKept = originals.original(for: digest) != nil
        try check(context, against: isKept ? digest.entityTag : nil)
        let wasRemoved = originals.remove(digest)
        let forgotten = results.forget(source: digest)
        knownTables.remove { $0.source == digest }
        guard wasRemoved || forgotten > 0 else { throw .imageNotFound }
        context.respond(.noContent, [.cacheControl: "no-store"])
    }

    private func getImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        guard let original = originals.original(for: digest) else { throw .imageNotFound }
        let format = original.metadata.format
        let name = "\(digest.hex.prefix(12)).\(format.fileExtension)"
        var fields: HTTPFields = [
            .contentType: format.mediaType,
            .contentDisposition: "inline; filename=\"\(name)\"",
            .cacheControl: addressedCacheControl,
            .eTag: digest.entityTag.text,
        ]
        switch context.preconditions.outcome(current: digest.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(fields)
        case .proceed:
            fields[.reprDigest] = digest.fieldValue
            try context.respond([original.bytes], tag: digest.entityTag, fields)
        }
    }

    /// Creates the reader for an upload to keep, which is limited to the size of kept pictures.
    private func readerToKeep(_ context: RequestContext) throws(ServiceError) -> UploadReader {
        try reader(for: context, imageLimit: originals.uploadLimit)
    }

    private func keep(_ upload: Upload.File, for context: RequestContext) throws(ServiceError) {
        // Each rendering decides which damage it tolerates.
        let header = try source(upload, damage: .partial).header
        let insertion = originals.insert(
            OriginalStore.Original(bytes: upload.bytes, metadata: header),
            digest: upload.digest
        )
        let status: HTTPResponse.Status
        switch insertion {
        case .created: status = .created
        case .present: status = .ok
        case .tooLarge: throw .upload(.imageTooLarge(limit: originals.uploadLimit))
        }
        let address = context.address(of: "/v1/images/\(upload.digest.hex)")
        context.respond(
            status,
            [
                .contentType: "application/json", .location: address,
                .eTag: upload.digest.entityTag.text, .cacheControl: "no-store",
            ],
            body: .bytes(Self.description(of: upload, header, at: address).document)
        )
    }

    private static func description(
        of upload: Upload.File,
        _ header: ImageHeader,
        at address: String
    ) -> JSONValue {
        .object([
            ("id", .string(upload.digest.hex)),
            ("url", .string(address)),
            ("format", .string(header.format.rawValue)),
            ("width", .integer(header.size.width)),
            ("height", .integer(header.size.height)),
            ("bytes", .integer(upload.bytes.count)),
            ("orientation", .integer(Int(header.orientation.rawValue))),
            ("bitDepth", .integer(header.bitDepth.rawValue)),
            ("hasAlpha", .boolean(header.layout.hasAlpha)),
        ])
    }

    /// Checks the conditions of a request that changes something.
    private func check(
        _ context: RequestContext,
        against current: EntityTag?
    ) throws(ServiceError) {
        let outcome = context.preconditions.outcome(current: current, isRead: false)
        guard outcome == .proceed else { throw .preconditionFailed }
    }
}

extension ImageService {
    /// The value of `Cache-Control` for content that is addressed by its digest.
    ///
    /// It never changes, so it may be cached forever; only by the client if a token is required.
    var addressedCacheControl: String {
        "\(configuration.tokens.isEmpty ? "public" : "private"), max-age=31536000, immutable"
    }
}

extension Digest {
    /// The entity tag of the bytes with this digest.
    var entityTag: EntityTag { EntityTag(hex) }
}
