// SPDX-License-Identifier: Apache-2.0

import Store

/// A complete request body, verified against the digests that its client states.
struct Upload: Sendable {
    /// A file, with its digest.
    struct File: Sendable {
        /// The bytes.
        let bytes: [UInt8]

        /// Their digest.
        let digest: Digest
    }

    /// The picture; `nil` only for a scene that names a kept one instead.
    let image: File?

    /// The text of a scene.
    let scene: [UInt8]?

    /// The pictures that a scene uses, by the names of their parts.
    let files: [String: File]

    /// The parameters from fields of a form.
    let fields: [(name: String, value: String)]
}
