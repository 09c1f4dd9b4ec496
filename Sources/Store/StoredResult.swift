// SPDX-License-Identifier: Apache-2.0

/// A complete, cached result.
public struct StoredResult<Metadata: Sendable>: Sendable {
    /// The result bytes, in the chunks in which they were produced.
    public let chunks: [[UInt8]]

    /// The length of the result, in bytes.
    public let byteCount: Int

    /// The SHA-256 digest of the result.
    public let contentDigest: Digest

    /// The metadata that the producer passed to ``ResultProducer/finish(_:)``.
    public let metadata: Metadata

    /// Creates a result to be cached, whose chunks take no more memory than their bytes.
    init(chunks: [[UInt8]], byteCount: Int, contentDigest: Digest, metadata: Metadata) {
        self.chunks = chunks.map(\.compact)
        self.byteCount = byteCount
        self.contentDigest = contentDigest
        self.metadata = metadata
    }

    /// The memory that the cached result takes, in bytes: its contents, its arrays, and its entries
    /// in the indices of images.
    func cost(madeFrom pictures: Set<Digest>) -> Int {
        let arrays = chunks.reduce(0) { $0 + $1.allocatedByteCount + MemoryLayout<[UInt8]>.stride }
        return arrays + Self.listByteCount + Self.indexByteCount * pictures.count
    }

    /// The size of the list of chunks without its places, and of what metadata refer to, in bytes.
    private static var listByteCount: Int { 128 }

    /// The size of an entry of the index of an image: a place for its digest, and a set of keys, of
    /// which five eighths may be unused.
    private static var indexByteCount: Int {
        (2 * MemoryLayout<Digest>.stride + MemoryLayout<ResultKey>.stride) * 8 / 3 + 96
    }
}

extension [UInt8] {
    /// The memory that the array takes, in bytes: its capacity, its header and the header of the
    /// allocator.
    var allocatedByteCount: Int { capacity + 48 }

    /// The bytes in an array of their size, if more than a sixteenth of this array is unused.
    ///
    /// An array that has grown has up to twice the capacity that it needs. Arrays that stay in memory are
    /// counted by their size, so they must not be larger.
    public var compact: [UInt8] {
        guard capacity - count > Swift.max(16, count / 16) else { return self }
        var exact: [UInt8] = []
        exact.reserveCapacity(count)
        exact.append(contentsOf: self)
        return exact
    }
}
