// SPDX-License-Identifier: Apache-2.0

/// The cache key of a result: the digests of its pictures and of the recipe that makes it.
public struct ResultKey: Hashable, Sendable {
    /// The digest of the main picture.
    public let source: Digest

    /// The digests of the other pictures used.
    public let resources: [Digest]

    /// The digest of the source's digest and of every part of the recipe.
    public let digest: Digest

    /// Creates a key.
    ///
    /// Each part is hashed with its length in front, so that two different recipes never hash the
    /// same bytes.
    ///
    /// - Parameters:
    ///   - source: The digest of the picture.
    ///   - resources: The digests of the other pictures, which the recipe names as well.
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

    /// The digests of all pictures.
    public var pictures: Set<Digest> { Set(resources + [source]) }

    /// Whether the result is made from any of some pictures.
    func needs(any pictures: Set<Digest>) -> Bool {
        pictures.contains(source) || resources.contains(where: pictures.contains)
    }

    /// Whether two keys name the same result.
    public static func == (left: ResultKey, right: ResultKey) -> Bool {
        left.digest == right.digest
    }

    /// Hashes the digest alone, which covers the source.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
