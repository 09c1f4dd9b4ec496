// SPDX-License-Identifier: Apache-2.0

import Rendering

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
