// SPDX-License-Identifier: Apache-2.0

/// The cache key of a rendered result: the digests of its images and of its parameters.
public struct ResultKey: Hashable, Sendable {
    /// The digest of the source image.
    public let source: Digest

    /// The digests of the other images used, such as masks.
    public let resources: [Digest]

    /// The SHA-256 digest of the source's digest and all parameters; it identifies the result.
    public let digest: Digest

    /// Creates a key from all that the bytes of a result depend on.
    ///
    /// Each part is hashed with its length in front, so that two different recipes never hash the
    /// same bytes.
    ///
    /// - Parameters:
    ///   - source: The image digest.
    ///   - resources: The digests of the other images; the recipe names them as well.
    ///   - recipe: Everything else that the bytes of the result depend on: the canonical plan, the
    ///     output parameters and the version of the engine.
    public init(source: Digest, resources: [Digest] = [], recipe: [String]) {
        var hasher = DigestHasher()
        hasher.update(source.bytes.span)
        for part in recipe {
            let text = Array(part.utf8)
            hasher.update(Array("\(text.count):".utf8).span)
            hasher.update(text.span)
        }
        self.source = source
        self.resources = resources
        digest = hasher.finish()
    }

    /// The digests of all images that the result is made from.
    public var pictures: Set<Digest> { Set(resources + [source]) }

    /// Whether the result is made from at least one of the given images.
    public func needs(any pictures: Set<Digest>) -> Bool {
        pictures.contains(source) || resources.contains(where: pictures.contains)
    }

    /// Whether two keys identify the same result.
    public static func == (left: ResultKey, right: ResultKey) -> Bool {
        left.digest == right.digest
    }

    /// Hashes only ``digest``, because it covers all parameters.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
