// SPDX-License-Identifier: Apache-2.0

import Fetching

/// The signature in the query of an address (a URL), with which a request needs no token.
///
/// It covers the path and every parameter but itself, the name of the key and the expiry included. The
/// text that is signed is canonical: the path, names and values are decoded, sorted by name, and encoded in
/// one way. So an address may be encoded differently on its way, and no two different requests have the same
/// text. Parameters that the operator has ignored count as absent.
package struct AddressSignature: Hashable, Sendable {
    /// The name of the query parameter that states the signing key.
    static let keyName = "key-id"
    /// The name of the query parameter that states the expiry, in seconds since 1970.
    static let expiryName = "expires"
    /// The name of the query parameter that holds the signature.
    static let signatureName = "signature"

    /// The names of the query parameters that make up a signature, and do not affect a rendering.
    static let names: Set<String> = [keyName, expiryName, signatureName]

    /// The name of the key that signed the address.
    let keyID: String

    /// The time at which the address expires, in seconds since 1970; nil for never.
    let expiry: Int?

    /// Whether `+` in the query is a space, as usual, and not a plus sign that was spelled `%2B` when the
    /// address was signed.
    private(set) var plusIsSpace = true

    /// The same signature of an address in whose query `+` is a plus sign.
    var withPlusSigns: AddressSignature {
        var signature = self
        signature.plusIsSpace = false
        return signature
    }

    /// Verifies the signature among the parameters of an address; nil if there is none.
    ///
    /// - Parameters:
    ///   - pairs: The parameters, decoded, in any order, without those that are ignored.
    ///   - path: The path as it was sent, without the path before all others.
    ///   - keys: The keys that are accepted.
    ///   - now: The time in seconds since 1970.
    /// - Throws: The reason to refuse the address. The expiry is judged last, so that only holders
    ///   of the right signature learn of it.
    init?(
        in pairs: [(name: String, value: String)],
        path: Substring,
        keys: [SigningKey],
        now: Int
    ) throws(SignatureFault) {
        let stated = pairs.filter { Self.names.contains($0.name) }
        guard let shown = stated.first(where: { $0.name == Self.signatureName })?.value else {
            return nil
        }
        guard Set(stated.map(\.name)).count == stated.count else { throw .repeated }
        guard let id = stated.first(where: { $0.name == Self.keyName })?.value else {
            throw .noKey
        }
        guard let key = keys.first(where: { $0.id == id }) else { throw .unknownKey(id) }
        let expected = key.signature(of: Self.text(path: path, pairs))
        // Programs that encode bytes in base64 by themselves may pad the signature.
        let bare = shown.hasSuffix("=") ? String(shown.dropLast()) : shown
        guard SecretBytes.areEqual(bare.utf8.span, expected.utf8.span) else { throw .wrong }
        keyID = id
        guard let text = stated.first(where: { $0.name == Self.expiryName })?.value else {
            expiry = nil
            return
        }
        guard let time = OptionSyntax<Int>.count.read(text) else { throw .malformedExpiry(text) }
        guard now < time else { throw .expired }
        expiry = time
    }

    /// Signs an address: appends the name of the key, the expiry and the signature to its query.
    ///
    /// - Parameters:
    ///   - address: A path of the service with its parameters; what stands before `/v1/`, such as a host,
    ///     is kept and not signed.
    ///   - key: The key.
    ///   - expiry: The time from which on the address is refused, in seconds since 1970; nil for never.
    /// - Returns: The address, with its parameters in the canonical order.
    /// - Throws: The reason why there is nothing to sign.
    package static func signed(
        _ address: String,
        by key: SigningKey,
        until expiry: Int?
    ) throws(SigningFault) -> String {
        guard let start = address.firstRange(of: "/v1/")?.lowerBound else { throw .noPath }
        let parts = address[start...].split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard !address.contains("#") else { throw .fragment }
        var pairs: [(name: String, value: String)]
        do throws(ParameterError) {
            pairs = try FormEncoding.pairs(in: parts.count == 2 ? parts[1] : "")
        } catch {
            throw .parameter(error)
        }
        guard !pairs.contains(where: { names.contains($0.name) }) else { throw .signedAlready }
        if let expiry { pairs.append((expiryName, String(expiry))) }
        pairs.append((keyName, key.id))
        let text = text(path: parts[0], pairs)
        return address[..<start] + "\(text)&\(signatureName)=\(key.signature(of: text))"
    }

    /// The canonical text to sign: the path, and all parameters but the signature, sorted by name.
    static func text(path: Substring, _ pairs: [(name: String, value: String)]) -> String {
        let sorted = pairs.filter { $0.name != signatureName }.enumerated().sorted { left, right in
            let (one, other) = (left.element.name.utf8, right.element.name.utf8)
            // Parameters of one name keep their order.
            return one.elementsEqual(other)
                ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
        }
        let query = sorted.map {
            PercentEncoding.encoded($0.element.name) + "="
                + PercentEncoding.encoded($0.element.value)
        }
        // A path that cannot be decoded belongs to no address.
        let decoded = PercentEncoding.decoded(path) ?? String(path)
        let canonical = PercentEncoding.encoded(decoded, keepsSlashes: true)
        return canonical + "?" + query.joined(separator: "&")
    }
}
