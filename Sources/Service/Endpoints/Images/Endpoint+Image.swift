// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Store

extension Endpoint {
    /// Serves `GET /v1/images/{digest}`.
    static let image = Endpoint(
        .get,
        .image("/v1/images/{digest}"),
        "Get a kept image, byte for byte.",
        needs: .scope(.read),
        publicFrom: .all
    ) { digest, request, service async throws(ServiceError) in
        try request.refuseParameters()
        guard let image = try await service.images.find([digest], for: request)[digest],
            let file = image.file
        else { throw .imageNotFound }
        let format = image.header.format
        let name = "\(digest.hex.prefix(12)).\(format.fileExtension)"
        // Browsers save an active file, which would otherwise be a document of the service's origin.
        let disposition = format.isActive ? "attachment" : "inline"
        var fields: HTTPFields = [
            .contentType: format.mediaType,
            .contentDisposition: "\(disposition); filename=\"\(name)\"",
            .eTag: digest.entityTag.text,
        ]
        fields[.keptUntil] = image.expiry.map(KeepingTime.field)
        service.access.freshness(for: request, until: image.expiry).write(to: &fields)
        service.access.caching.write(tagsOf: [digest], to: &fields)
        switch request.preconditions.outcome(current: digest.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: return .notModified(fields)
        case .proceed:
            fields[.reprDigest] = digest.fieldValue
            return try request.response([file.bytes], tag: digest.entityTag, fields)
        }
    }
}
