// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// Tells browsers which pages of other origins may use the service.
struct OriginLayer: RequestLayer {
    /// The rule.
    let policy: CORSPolicy

    /// Answers a preflight request, for which browsers send no token.
    func admit(
        _ request: RequestContext,
        at address: Address
    ) throws(ServiceError) -> HTTPFields? {
        guard request.request.method == .options else { return nil }
        return policy.preflight(request.request.headerFields, methods: address.allow)
    }

    func fields(for names: RequestNames) -> [PreparedResponse.Field] {
        policy.fields(for: names.origin)
    }
}
