// SPDX-License-Identifier: Apache-2.0

import Effects
import Store

/// A scene, as parsed from its JSON text.
struct SceneDocument: Sendable {
    /// The kept picture beneath the panes.
    struct Backdrop: Hashable, Sendable {
        /// Its digest.
        let digest: Digest
        /// The location of the digest in the text.
        let pointer: JSONPointer
    }

    /// A kept picture that the scene names by its digest.
    struct Reference: Hashable, Sendable {
        /// The picture.
        let resource: ResourceID
        /// The location of the digest in the text.
        let pointer: JSONPointer

        /// Creates a reference.
        init(_ resource: ResourceID, _ pointer: JSONPointer) {
            self.resource = resource
            self.pointer = pointer
        }
    }

    /// The kept picture beneath the panes; `nil` if the request brings one.
    let backdrop: Backdrop?

    /// The panes.
    let scene: Scene

    /// The kept pictures that masks and contents use.
    let references: [Reference]
}
