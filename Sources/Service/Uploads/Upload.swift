// SPDX-License-Identifier: Apache-2.0

import Store

/// A body that has arrived and is as its client says.
struct Upload: Sendable {
    /// The file, byte for byte.
    let bytes: [UInt8]

    /// The digest of the file.
    let digest: Digest

    /// The parameters that came as fields of a form.
    let fields: [(name: String, value: String)]
}
