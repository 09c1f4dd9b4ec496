// SPDX-License-Identifier: Apache-2.0

import Effects
import Store

/// A scene as its text says it.
struct SceneDocument: Sendable {
    /// The kept picture on which the panes lie.
    struct Backdrop: Hashable, Sendable {
        /// Its digest.
        let digest: Digest
        /// Where it is named.
        let pointer: JSONPointer
    }

    /// A kept picture that the scene names by its digest.
    struct Reference: Hashable, Sendable {
        /// The picture.
        let resource: ResourceID
        /// Where it is named.
        let pointer: JSONPointer

        /// Creates a reference.
        init(_ resource: ResourceID, _ pointer: JSONPointer) {
            self.resource = resource
            self.pointer = pointer
        }
    }

    /// The kept picture on which the panes lie; `nil` when one comes with the text.
    let backdrop: Backdrop?

    /// The panes.
    let scene: Scene

    /// The kept pictures that masks and contents name.
    let references: [Reference]
}
