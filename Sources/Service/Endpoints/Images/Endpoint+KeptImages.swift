// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension Endpoint {
    /// Serves `POST /v1/images`.
    static let keptImages = Endpoint(
        .post,
        .fixed("/v1/images"),
        "Keep an image under the SHA-256 of its bytes.",
        needs: .scope(.upload)
    ) { _, request, service async throws(ServiceError) in
        try request.refuseParameters()
        return try await service.keep(try await service.receiveImage(request), for: request)
    }
}
