// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Checks the credentials of each request, and requires those that its address needs.
struct CredentialLayer: RequestLayer {
    private let access: AccessControl

    /// Creates the layer with the tokens and keys of the service.
    init(_ access: AccessControl) { self.access = access }

    func admit(_ request: inout RequestContext) throws(ServiceError) {
        request.access = access.access(of: request)
    }

    /// Requires the scope of the endpoint; for another method, the scope of the first method of the address.
    func admit(
        _ request: RequestContext,
        at address: Address
    ) throws(ServiceError) -> HTTPFields? {
        let row = address.row(for: request.request.method) ?? address.rows[0]
        guard !access.isPublic(request, at: address.route) else { return nil }
        switch row.need {
        case .nothing: break
        case .token: try request.authorize()
        case .scope(let scope): try request.authorize(for: scope)
        }
        return nil
    }
}
