// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

extension Endpoint {
    /// Serves `PUT /v1/images/{digest}`.
    static let imageWriting = Endpoint(
        .put,
        .image("/v1/images/{digest}"),
        "Keep an image at the address of its digest.",
        needs: .scope(.upload)
    ) { digest, request, service async throws(ServiceError) in
        try request.refuseParameters()
        let images = service.images
        // Before the body is sent, if that is known; a store is asked when it has arrived.
        let isKnown = images.isKnown(digest)
        if isKnown || images.store == nil {
            try request.check(against: isKnown ? digest.entityTag : nil)
        }
        let file = try await service.receiveImage(request)
        guard file.digest == digest else { throw .upload(.digestMismatch(field: "digest")) }
        if request.isConditional {
            let exists = try await images.exists(digest)
            try request.check(against: exists ? digest.entityTag : nil)
        }
        return try await service.keep(file, for: request)
    }
}
