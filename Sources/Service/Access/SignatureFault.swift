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
