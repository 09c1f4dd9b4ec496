// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store

/// The facts about a picture of a source that hold as long as the picture is the same.
struct SourceFacts: Sendable {
    /// The digest of the bytes.
    let digest: Digest

    /// The header of the file.
    let header: ImageHeader

    /// The approximate size in memory, with the name under which the facts are remembered, in bytes.
    static let cost = 1024
}

/// A picture of a source.
struct FoundPicture: Sendable {
    /// The facts about it.
    let facts: SourceFacts

    /// The bytes; nil if the facts were known, so that it was not read.
    let file: Upload.File?

    /// The way in which it was found.
    let way: SourceReadLabel

    /// The time for which others may use a rendering of it without asking again, in seconds.
    let age: Int

    /// The picture as the source of a rendering, without bytes if it was not read.
    var source: SourceImage {
        var source = SourceImage(bytes: file?.bytes ?? [], header: facts.header)
        source.reservation = file?.reservation
        return source
    }
}
