// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension Endpoint {
    /// Serves `POST /v1/images`.
    static let keptImages = Endpoint(
        .post,
        .fixed("/v1/images"),
        "Keep an image under the SHA-256 of its bytes.",
        needs: .scope(.upload)
    ) { _, request, service throws(ServiceError) in
        try service.keepUpload(request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/images/{digest}`.
    static let image = Endpoint(
        .get,
        .image("/v1/images/{digest}"),
        "Get a kept image, byte for byte.",
        needs: .scope(.read),
        publicFrom: .all
    ) { value, request, service throws(ServiceError) in
        try service.getImage(value, request)
    }
}

extension Endpoint {
    /// Serves `PUT /v1/images/{digest}`.
    static let imageWriting = Endpoint(
        .put,
        .image("/v1/images/{digest}"),
        "Keep an image at the address of its digest.",
        needs: .scope(.upload)
    ) { value, request, service throws(ServiceError) in
        try service.putImage(value, request)
    }
}

extension Endpoint {
    /// Serves `DELETE /v1/images/{digest}`.
    static let imageDeletion = Endpoint(
        .delete,
        .image("/v1/images/{digest}"),
        "Delete an image and all results made from it.",
        needs: .scope(.delete)
    ) { value, request, service throws(ServiceError) in
        try service.deleteImage(value, request)
    }
}
