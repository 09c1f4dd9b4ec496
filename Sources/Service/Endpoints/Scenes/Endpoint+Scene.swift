// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store

extension Endpoint {
    /// Serves `GET /v1/scenes/{scene}`.
    static let scene = Endpoint(
        .get,
        .scene("/v1/scenes/{scene}"),
        "Get a stored scene.",
        needs: .scope(.read),
        publicFrom: .all
    ) { address, request, service async throws(ServiceError) in
        try request.refuseParameters()
        guard let bytes = try await service.records.find(RecordName(address)) else {
            throw .sceneNotFound
        }
        let tag = Digest(of: bytes).entityTag
        // The scene of a name may be replaced, and any may be deleted.
        return try request.response(
            bytes + [UInt8(ascii: "\n")],
            tag: tag,
            [.contentType: "application/json", .cacheControl: "no-cache"]
        )
    }

    /// Serves `DELETE /v1/scenes/{scene}`.
    static let sceneDeletion = Endpoint(
        .delete,
        .scene("/v1/scenes/{scene}"),
        "Delete a stored scene, or the name of one.",
        needs: .scope(.delete)
    ) { address, request, service async throws(ServiceError) in
        try request.refuseParameters()
        guard try await service.records.remove(RecordName(address)) else { throw .sceneNotFound }
        return .deleted
    }
}
