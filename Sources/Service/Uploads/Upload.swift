// SPDX-License-Identifier: Apache-2.0

import Store

/// A body that has arrived and is as its client says.
struct Upload: Sendable {
    /// A file, byte for byte.
    struct File: Sendable {
        /// The bytes.
        let bytes: [UInt8]

        /// Their digest.
        let digest: Digest
    }

    /// The picture; `nil` only where a scene names a kept one instead.
    let image: File?

    /// The text of a scene.
    let scene: [UInt8]?

    /// The pictures that a scene uses, by the names of their parts.
    let files: [String: File]

    /// The parameters that came as fields of a form.
    let fields: [(name: String, value: String)]
}
