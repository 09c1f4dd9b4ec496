// SPDX-License-Identifier: Apache-2.0

extension Digest {
    /// The name by which the store remembers that the image with this digest was deleted.
    ///
    /// It is a hash of the digest, so that nothing in the store names a deleted image; anyone with
    /// the digest can compute the mark. The first byte is the same, so that an image with a mark is
    /// searched for in one group.
    public var deletionMark: Digest {
        let hash = Digest(of: Array("deleted ".utf8) + bytes)
        return Digest(bytes: bytes.prefix(1) + hash.bytes.dropFirst()) ?? hash
    }

    /// Whether a deletion mark belongs to the image with this digest.
    public func isMarked(by mark: Digest) -> Bool {
        firstByte == mark.firstByte && deletionMark == mark
    }
}
