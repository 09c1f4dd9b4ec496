// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Answers OPTIONS, and refuses methods that an address does not have, from its endpoints.
struct MethodLayer: RequestLayer {
    func admit(
        _ request: RequestContext,
        at address: Address
    ) throws(ServiceError) -> HTTPFields? {
        if request.request.method == .options { return [.allow: address.allow] }
        guard address.row(for: request.request.method) != nil else {
            throw .methodNotAllowed(allowed: address.allow)
        }
        return nil
    }
}
