// SPDX-License-Identifier: Apache-2.0

/// A reason for refusing a signed address.
enum SignatureFault: Error, Hashable, Sendable {
    /// The signature, the key or the expiry is given more than once.
    case repeated
    /// The name of the key is missing.
    case noKey
    /// There is no key of the name.
    case unknownKey(String)
    /// The signature is another one.
    case wrong
    /// The expiry is not a number of seconds.
    case malformedExpiry(String)
    /// The expiry has passed.
    case expired
}

/// A reason for not signing an address.
package enum SigningFault: Error, Hashable, Sendable {
    /// The address has no path of the service.
    case noPath
    /// The address has a fragment, which is never sent.
    case fragment
    /// The address has parameters of a signature.
    case signedAlready
    /// The parameters cannot be read.
    case parameter(ParameterError)

    /// A sentence with the cure.
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
    /// The problem of a refused signature.
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
