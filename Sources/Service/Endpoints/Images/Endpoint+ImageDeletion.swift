// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

extension Endpoint {
    /// Serves `DELETE /v1/images/{digest}`.
    static let imageDeletion = Endpoint(
        .delete,
        .image("/v1/images/{digest}"),
        "Delete an image and all results made from it.",
        needs: .scope(.delete)
    ) { digest, request, service async throws(ServiceError) in
        try request.refuseParameters()
        if request.isConditional {
            let exists = try await service.images.exists(digest)
            try request.check(against: exists ? digest.entityTag : nil)
        }
        guard try await service.images.delete(digest) else { throw .imageNotFound }
        var fields: HTTPFields = [.cacheControl: "no-store"]
        // What other caches have to purge.
        service.access.caching.write(tagsOf: [digest], to: &fields)
        return Response(.noContent, fields)
    }
}
