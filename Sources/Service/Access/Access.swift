// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import Rendering
import Synchronization

/// The result of checking a request's credentials.
enum Access: Sendable {
    /// The request needs no token: the server has none, or the request came to the monitoring port.
    case open
    /// The request has no token that the server knows.
    case none
    /// The request has one of the server's tokens.
    case token(TokenTable.Caller)
    /// The address of the request has a valid signature.
    case signed(AddressSignature)
    /// The address of the request has a signature that is refused.
    case refused(SignatureFault)

    /// The meter of the caller's quota; nil without a quota.
    var meter: QuotaMeter? {
        switch self {
        case .open, .none, .signed, .refused: nil
        case .token(let caller): caller.meter
        }
    }

    /// The identity of a caller with a token, for fair use of the queue; nil for others.
    var identity: WorkerPool.Caller? {
        switch self {
        case .open, .none, .signed, .refused: nil
        case .token(let caller): caller.identity
        }
    }

    /// The signature of the address; nil without one.
    var signature: AddressSignature? {
        switch self {
        case .open, .none, .token, .refused: nil
        case .signed(let signature): signature
        }
    }
}

extension ImageService {
    /// Checks the credentials of a request: the signature in its address, or else its bearer token.
    func access(of context: RequestContext) -> Access {
        // Requests to the monitoring port need no token.
        guard context.port == .main else { return .open }
        do throws(SignatureFault) {
            if let signature = try signature(of: context) { return .signed(signature) }
        } catch {
            return .refused(error)
        }
        guard !configuration.tokens.isEmpty else { return .open }
        let caller = tokens.withLock { $0 }.caller(context.request.headerFields[.authorization])
        return caller.map(Access.token) ?? .none
    }

    /// Verifies the signature in the address of a GET or HEAD request; nil if it has none.
    ///
    /// Addresses whose parameters are malformed count as unsigned: they are refused later.
    private func signature(
        of context: RequestContext
    ) throws(SignatureFault) -> AddressSignature? {
        let keys = signingKeys.withLock { $0 }
        guard !keys.isEmpty, context.isRead,
            context.query.contains(AddressSignature.signatureName)
        else { return nil }
        let now = Int(Date.now.timeIntervalSince1970)
        func signature(plusIsSpace: Bool) throws(SignatureFault) -> AddressSignature? {
            guard let pairs = try? context.parameters(plusIsSpace: plusIsSpace) else { return nil }
            return try AddressSignature(in: pairs, path: context.path, keys: keys, now: now)
        }
        do throws(SignatureFault) {
            return try signature(plusIsSpace: true)
        } catch {
            // Programs that spell an address anew by RFC 3986 may decode %2B.
            guard error == .wrong, context.query.utf8.contains(UInt8(ascii: "+")) else {
                throw error
            }
            return try signature(plusIsSpace: false)?.withPlusSigns
        }
    }
}

extension RequestContext {
    /// Logs the caller's name and counts the request, or throws if its quota is used up.
    func admit() throws(ServiceError) {
        switch access {
        case .open, .none, .refused: break
        case .signed(let signature): exchange.annotate(.keyID, signature.keyID)
        case .token(let caller):
            if let name = caller.token.name { exchange.annotate(.token, name) }
            guard let wait = caller.meter?.countRequest() else { return }
            throw .quotaExceeded(.requests, wait: wait)
        }
    }

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
