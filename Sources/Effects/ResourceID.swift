// SPDX-License-Identifier: Apache-2.0

/// The identifier of a picture that a plan uses beside its source: a mask or a content.
public struct ResourceID: Hashable, Sendable {
    /// The SHA-256 of the file: 64 lowercase hexadecimal digits.
    public let digest: String

    /// Creates an identifier.
    ///
    /// - Parameter digest: 64 lowercase hexadecimal digits.
    public init(digest: String) { self.digest = digest }
}
