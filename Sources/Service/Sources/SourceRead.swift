// SPDX-License-Identifier: Apache-2.0

/// An image found in a source: remembered, confirmed by its server, or read.
struct SourceRead: Sendable {
    /// The image, with its file if that was read.
    let image: StoredImage

    /// The way in which the image was found.
    let way: SourceReadLabel

    /// The greatest `max-age` of responses with a rendering of the image, in seconds.
    let age: Int
}
