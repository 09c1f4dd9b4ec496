// SPDX-License-Identifier: Apache-2.0

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
            self.init(.wrongSignature, "The signature does not match this URL.")
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
