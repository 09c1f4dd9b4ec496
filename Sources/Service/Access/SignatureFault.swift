// SPDX-License-Identifier: Apache-2.0

/// A reason for refusing a signed address.
enum SignatureFault: Error, Hashable, Sendable {
    /// The signature, the key or the expiry is given more than once.
    case repeated
    /// The name of the key is missing.
    case noKey
    /// No key has the stated name.
    case unknownKey(String)
    /// The signature does not match the address.
    case wrong
    /// The expiry is not a number of seconds.
    case malformedExpiry(String)
    /// The expiry has passed.
    case expired
}

/// A reason for not signing an address.
package enum SigningFault: Error, Hashable, Sendable {
    /// The address has no path that begins with `/v1/`.
    case noPath
    /// The address has a fragment, which is never sent.
    case fragment
    /// The address has the parameters of a signature already.
    case signedAlready
    /// The query parameters are malformed.
    case parameter(ParameterError)

    /// An error text that says how to correct the address.
    package var sentence: String {
        switch self {
        case .noPath: "the address has no path that begins with /v1/"
        case .fragment: "the address has a number sign: write it as %23"
        case .signedAlready: "the address is signed already: sign it without these parameters"
        case .parameter(let error): error.description
        }
    }
}

extension Problem {
    /// Creates the error response for an address with a refused signature.
    init(_ fault: SignatureFault) {
        switch fault {
        case .repeated:
            self.init(
                .wrongSignature,
                "'signature', 'key-id' or 'expires' is given more than once."
            )
        case .noKey:
            self.init(.wrongSignature, "'signature' needs 'key-id', the name of the key.")
            parameter = AddressSignature.keyName
        case .unknownKey(let id):
            self.init(.unknownKey, "There is no key of that name, or no longer.")
            parameter = AddressSignature.keyName
            value = id
        case .wrong:
            self.init(.wrongSignature, "The signature is not that of this address.")
            parameter = AddressSignature.signatureName
        case .malformedExpiry(let text):
            self.init(.wrongSignature, "'expires' takes a whole number of seconds since 1970.")
            parameter = AddressSignature.expiryName
            value = text
        case .expired:
            self.init(.expiredAddress, "The time in 'expires' has passed.")
            parameter = AddressSignature.expiryName
        }
    }
}
