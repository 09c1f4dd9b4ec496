// SPDX-License-Identifier: Apache-2.0

import HTTPServer

/// Counts each request against its caller's quota, and states the rest of it in responses.
struct QuotaLayer: RequestLayer {
    /// Logs the caller's name and counts the request, or throws if its quota is used up.
    func admit(_ request: inout RequestContext) throws(ServiceError) {
        switch request.access {
        case .open, .none, .refused: break
        case .signed(let signature): request.exchange.annotate(.keyID, signature.keyID)
        case .token(let caller):
            if let name = caller.token.name { request.exchange.annotate(.token, name) }
            guard let wait = caller.meter?.countRequest() else { return }
            throw .quotaExceeded(.requests, wait: wait)
        }
    }

    func fields(for names: RequestNames) -> [PreparedResponse.Field] {
        names.meter?.fields() ?? []
    }
}
