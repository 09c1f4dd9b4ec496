// SPDX-License-Identifier: Apache-2.0

/// The name of a picture that a plan needs beside the one it is applied to: a mask, or a content.
public struct ResourceID: Hashable, Sendable {
    /// The SHA-256 of the file: 64 lowercase hexadecimal digits.
    public let digest: String

    /// Creates a name.
    ///
    /// - Parameter digest: 64 lowercase hexadecimal digits.
    public init(digest: String) { self.digest = digest }
}
