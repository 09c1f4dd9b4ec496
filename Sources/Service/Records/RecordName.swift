// SPDX-License-Identifier: Apache-2.0

/// The name of a record: of a link, of a scene, or a name of a scene.
struct RecordName: Hashable, Sendable {
    /// The text of the name, different for each kind of record.
    let text: String

    /// Whether the record is a scene.
    let isOfScene: Bool

    /// Creates the name of the record of a link.
    init(_ link: LinkName) {
        // Names of links have no slash, and those of other records do.
        text = link.text
        isOfScene = false
    }

    /// Creates the name of the record of a scene.
    init(_ scene: SceneAddress) {
        text = "scenes/\(scene.text)"
        isOfScene = true
    }
}
