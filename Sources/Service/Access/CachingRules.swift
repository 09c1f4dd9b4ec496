// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// The operator's rules for other caches: how long they keep responses, and how they find them to purge them.
package struct CachingRules: Hashable, Sendable {
    /// The longest time for which responses are fresh.
    package var maxAge = Duration.seconds(31_536_000)
    /// The time for which caches may send a stale response while they ask for a new one.
    package var staleTime = Duration.zero
    /// The path of the file with the key of cache tags; nil for no tags.
    package var tagKeyFile: String?
    /// The key of cache tags; nil for no tags.
    package var tagKey: SigningKey?

    /// The tag of everything that was made from an image; nil without a key.
    ///
    /// It is a keyed hash: whoever has the image cannot compute it, and whoever sees it does not learn the digest.
    func tag(of image: Digest) -> String? {
        tagKey.map { String($0.signature(of: "cache-tag \(image.hex)").prefix(Self.tagLength)) }
    }

    /// The number of characters of a tag, which have 132 bits.
    private static let tagLength = 22

    /// Adds the tags of images to the head of a response, in the two spellings that caches read.
    func write(tagsOf images: [Digest], to fields: inout HTTPFields) {
        guard tagKey != nil else { return }
        let tags = Set(images.compactMap(tag)).sorted()
        fields[.cacheTag] = tags.joined(separator: ",")
        fields[.surrogateKey] = tags.joined(separator: " ")
    }
}
