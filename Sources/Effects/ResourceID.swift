// SPDX-License-Identifier: Apache-2.0

/// The identifier of an image that a plan uses in addition to its source, such as a mask: the
/// digest of its file.
public struct ResourceID: Hashable, Sendable {
    /// The SHA-256 digest of the file: 64 lowercase hexadecimal digits.
    public let digest: String

    /// Creates an identifier from the SHA-256 digest of a file.
    ///
    /// - Parameter digest: 64 lowercase hexadecimal digits.
    public init(digest: String) { self.digest = digest }
}
