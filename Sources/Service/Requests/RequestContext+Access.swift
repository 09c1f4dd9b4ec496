// SPDX-License-Identifier: Apache-2.0

extension RequestContext {
    /// Refuses a request without a signed address or a valid token, or whose token lacks the scope.
    func authorize(for scope: AccessScope? = nil) throws(ServiceError) {
        switch access {
        case .open: break
        case .none: throw .unauthorized
        case .refused(let fault): throw .signature(fault)
        case .signed:
            // Signed addresses never open the metrics; only GET and HEAD requests can be signed.
            guard scope != .metrics else { throw .unauthorized }
        case .token(let caller):
            guard let scope, !caller.token.scopes.contains(scope) else { return }
            throw .missingScope(scope, of: caller.token)
        }
    }
}
