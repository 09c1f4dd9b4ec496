// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Rendering
import Store

/// An image that the service has: always the facts about it, and its file where the contents were needed.
///
/// An uploaded image, an image in memory or in the store, and an image of a source are all of this type:
///
/// ```swift
/// let images = try await service.images.find([digest])
/// guard let image = images[digest] else { throw .imageNotFound }
/// let renderer = try Renderer(source: image.source, plan: plan, output: output, limits: limits)
/// ```
struct StoredImage: Sendable {
    /// The facts that are kept with the contents of an image in memory.
    struct Facts: Sendable {
        /// The decoded header of the file, with its format and size.
        let header: ImageHeader
        /// The time at which the image expires, in seconds since 1970; nil for never.
        var expiry: Int?
    }

    /// The SHA-256 of the file.
    let digest: Digest
    /// The decoded header of the file, with its format and size.
    let header: ImageHeader
    /// The time at which the image expires, in seconds since 1970; nil for never.
    var expiry: Int?
    /// The file; nil if the facts were enough.
    var file: ImageFile?

    /// The facts about the image, without its file.
    var facts: StoredImage {
        StoredImage(digest: digest, header: header, expiry: expiry)
    }

    /// The image as the source of a rendering, without contents if these were not read.
    var source: SourceImage {
        var source = SourceImage(bytes: file?.bytes ?? [], header: header)
        source.reservation = file?.reservation
        return source
    }
}

extension Digest {
    /// The entity tag of the bytes with this digest.
    var entityTag: EntityTag { EntityTag(hex) }
}
