// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension Endpoint {
    /// Serves `DELETE /v1/links/{name}`.
    static let linkDeletion = Endpoint(
        .delete,
        .link("/v1/links/{name}"),
        "Delete a link.",
        needs: .scope(.delete)
    ) { name, request, service async throws(ServiceError) in
        try request.refuseParameters()
        guard try await service.records.remove(RecordName(name)) else { throw .linkNotFound }
        return .deleted
    }
}
