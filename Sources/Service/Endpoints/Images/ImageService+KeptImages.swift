// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Platform
import Raster
import Rendering
import Store

// What the endpoints that store images share.
extension ImageService {
    /// Receives an image to store, limited to the size of stored images.
    func receiveImage(_ request: RequestContext) async throws(ServiceError) -> ImageFile {
        // What is too large for memory is in the store alone.
        let limit = images.store == nil ? images.originals.uploadLimit : .max
        let upload = try await request.exchange.upload(
            with: try request.imageReader(limit: limit),
            limit: configuration.bodyLimit,
            budget: images.receiving
        )
        guard let file = upload.image else { throw .upload(.missing) }
        return file
    }

    /// Stores an uploaded image, and describes it.
    func keep(
        _ file: ImageFile,
        for request: RequestContext
    ) async throws(ServiceError) -> Response {
        let source = try await admission.headers.run(over: [file.bytes]) {
            () throws(ServiceError) in
            // Each rendering decides which damage it tolerates.
            try file.source(damage: .partial, images.limits)
        }
        let image = StoredImage(
            digest: file.digest,
            header: source.header,
            expiry: try expiry(of: request),
            file: file
        )
        let (kept, isNew) = try await images.keep(image, file)
        let address = request.address(of: "/v1/images/\(kept.digest.hex)")
        var fields: HTTPFields = [
            .contentType: "application/json", .location: address,
            .eTag: kept.digest.entityTag.text, .cacheControl: "no-store",
        ]
        fields[.keptUntil] = kept.expiry.map(KeepingTime.field)
        let description = kept.description(byteCount: file.bytes.count, at: address)
        return Response(isNew ? .created : .ok, fields, body: .bytes(description.document))
    }

    /// The time until which an upload is stored, in seconds since 1970; nil for no limit.
    private func expiry(of request: RequestContext) throws(ServiceError) -> Int? {
        do throws(KeepingTime.Fault) {
            return try KeepingTime.end(
                asked: request.request.headerFields[.keptUntil],
                limit: configuration.keepOriginals,
                now: Syscall.wallSeconds()
            )
        } catch {
            throw .keepingTime(error)
        }
    }
}

extension RequestContext {
    /// Whether the request has `If-Match` or `If-None-Match`.
    var isConditional: Bool {
        request.headerFields[.ifMatch] != nil || request.headerFields[.ifNoneMatch] != nil
    }

    /// Refuses a request that changes an image, unless its `If-Match` and `If-None-Match` hold.
    func check(against current: EntityTag?) throws(ServiceError) {
        let outcome = preconditions.outcome(current: current, isRead: false)
        guard outcome == .proceed else { throw .preconditionFailed }
    }
}

extension StoredImage {
    /// The image as JSON, for its uploader.
    fileprivate func description(byteCount: Int, at address: String) -> JSONValue {
        let expiry = expiry.map { [("expires", JSONValue.string(KeepingTime.text($0)))] }
        return .object(
            [
                ("id", .string(digest.hex)),
                ("url", .string(address)),
                ("format", .string(header.format.rawValue)),
                ("width", .integer(header.size.width)),
                ("height", .integer(header.size.height)),
                ("bytes", .integer(byteCount)),
                ("orientation", .integer(Int(header.orientation.rawValue))),
                ("bitDepth", .integer(header.bitDepth.rawValue)),
                ("hasAlpha", .boolean(header.layout.hasAlpha)),
            ] + (expiry ?? [])
        )
    }
}
