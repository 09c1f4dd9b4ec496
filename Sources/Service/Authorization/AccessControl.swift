// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPServer
import HTTPTypes
import Synchronization

/// The rights of clients: tokens, signed addresses, public addresses, presets and origins.
final class AccessControl: Sendable {
    /// The names under which the service can be reached without a token.
    let hosts: HostNames
    /// The rule for pages of other origins.
    let origins: CORSPolicy
    /// Whether the service has tokens; without them, every request is allowed.
    let hasTokens: Bool
    /// The rules for other caches.
    let caching: CachingRules
    private let publicAccess: PublicAccess
    private let tokens: Mutex<TokenTable>
    private let signingKeys: Mutex<[SigningKey]>
    private let currentPresets: Mutex<Presets>

    /// Takes the rules from a configuration.
    init(_ configuration: Configuration) {
        hosts = HostNames(configuration)
        origins = CORSPolicy(configuration.corsOrigins)
        hasTokens = !configuration.tokens.isEmpty
        caching = configuration.caching
        publicAccess = configuration.publicAccess
        tokens = Mutex(TokenTable(configuration.tokens))
        signingKeys = Mutex(configuration.signingKeys)
        currentPresets = Mutex(configuration.presets)
    }

    /// Replaces the tokens, keys and presets; callers keep what they have used of their quotas.
    func reload(_ new: Configuration) {
        tokens.withLock { $0 = TokenTable(new.tokens, after: $0) }
        signingKeys.withLock { $0 = new.signingKeys }
        currentPresets.withLock { $0 = new.presets }
    }

    // MARK: Credentials

    /// Checks the credentials of a request: the signature in its address, or else its bearer token.
    func access(of request: RequestContext) -> Access {
        // Requests to the monitoring port need no token.
        guard request.port == .main else { return .open }
        do throws(SignatureFault) {
            if let signature = try signature(of: request) { return .signed(signature) }
        } catch {
            return .refused(error)
        }
        guard hasTokens else { return .open }
        let caller = tokens.withLock { $0 }.caller(request.request.headerFields[.authorization])
        return caller.map(Access.token) ?? .none
    }

    /// Verifies the signature in the address of a GET or HEAD request; nil if it has none.
    ///
    /// Addresses whose parameters are malformed count as unsigned: they are refused later.
    private func signature(
        of request: RequestContext
    ) throws(SignatureFault) -> AddressSignature? {
        let keys = signingKeys.withLock { $0 }
        guard !keys.isEmpty, request.isRead,
            request.query.contains(AddressSignature.signatureName)
        else { return nil }
        let now = Int(Date.now.timeIntervalSince1970)
        func signature(plusIsSpace: Bool) throws(SignatureFault) -> AddressSignature? {
            guard let pairs = try? request.parameters(plusIsSpace: plusIsSpace) else { return nil }
            return try AddressSignature(in: pairs, path: request.path, keys: keys, now: now)
        }
        do throws(SignatureFault) {
            return try signature(plusIsSpace: true)
        } catch {
            // Programs that spell an address anew by RFC 3986 may decode %2B.
            guard error == .wrong, request.query.utf8.contains(UInt8(ascii: "+")) else {
                throw error
            }
            return try signature(plusIsSpace: false)?.withPlusSigns
        }
    }

    // MARK: Public addresses

    /// Whether a request needs no token, because the operator has opened its address to everybody.
    func isPublic(_ request: RequestContext, at route: Route) -> Bool {
        request.isRead && publicAccess.covers(route.publicLevel)
    }

    /// Whether shared caches may give a response to other clients.
    func isShared(_ request: RequestContext) -> Bool {
        !hasTokens || request.access.signature != nil
            || isPublic(request, at: request.facts.values.route)
    }

    /// Requires a token for the plan of a rendering (its steps as JSON), unless plans are public.
    func authorizePlan(_ request: RequestContext) throws(ServiceError) {
        if publicAccess != .all { try request.authorize(for: .render) }
    }

    // MARK: Presets

    /// The presets.
    var presets: Presets { currentPresets.withLock { $0 } }

    /// Replaces the name of a preset among the parameters of a request by the preset's parameters.
    func expand(
        _ pairs: [(name: String, value: String)],
        for request: RequestContext
    ) throws(ServiceError) -> [(name: String, value: String)] {
        do throws(ParameterError) {
            let expanded = try presets.expand(pairs)
            if let name = expanded.name { request.exchange.annotate(.preset, name) }
            return expanded.pairs
        } catch {
            throw .parameter(error)
        }
    }

    /// Refuses a request that no preset can describe, if the server renders nothing but presets.
    func refuseBeyondPresets() throws(ServiceError) {
        let presets = presets
        guard presets.isExclusive else { return }
        throw .parameter(.presetsOnly(name: nil, known: presets.names))
    }
}
