// SPDX-License-Identifier: Apache-2.0

import Codecs
import Rendering
import Store

/// The facts about a picture of a source that are remembered until the file changes.
struct SourceFacts: Sendable {
    /// The digest of the contents of the file.
    let digest: Digest

    /// The header of the file.
    let header: ImageHeader

    /// The approximate memory that remembered facts and their key take, in bytes.
    static let cost = 1024
}

/// A picture found in a source: its facts, and its contents if they were read.
struct FoundPicture: Sendable {
    /// The digest and the header of the picture.
    let facts: SourceFacts

    /// The contents of the file; nil if the remembered facts were enough.
    let file: ImageFile?

    /// The way in which the picture was found: remembered, confirmed by its server, or read.
    let way: SourceReadLabel

    /// The greatest `max-age` of answers with a rendering of the picture, in seconds.
    let age: Int

    /// The picture as the source of a rendering, without contents if these were not read.
    var source: SourceImage {
        var source = SourceImage(bytes: file?.bytes ?? [], header: facts.header)
        source.reservation = file?.reservation
        return source
    }
}
