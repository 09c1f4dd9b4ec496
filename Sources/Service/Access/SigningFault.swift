// SPDX-License-Identifier: Apache-2.0

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
