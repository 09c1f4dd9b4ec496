// SPDX-License-Identifier: Apache-2.0

/// The output of an encoder library, gathered into chunks for a sink.
///
/// The library's callbacks cannot throw, so an error of the sink is kept here until the library has
/// returned.
final class ByteOutput {
    /// The size of the first chunk in bytes, small so that a client sees the beginning early.
    static let firstChunkByteCount = 1 << 10

    /// The greatest size of a chunk in bytes.
    static let chunkByteCount = 64 << 10

    /// Asked during long work.
    let supervision: Supervision

    private let sink: ByteSink
    private var pending: [UInt8] = []
    private var threshold: Int

    /// Whether the sink has thrown; it is not called again.
    private(set) var isClosed = false

    /// Creates an output that gathers the encoded bytes into chunks for a sink.
    ///
    /// - Parameters:
    ///   - sink: Takes the chunks.
    ///   - supervision: Whether to go on, else it ends with `interrupted`; and where words of libraries go.
    init(to sink: @escaping ByteSink, supervision: Supervision) {
        self.sink = sink
        self.supervision = supervision
        threshold = Self.firstChunkByteCount
        pending.reserveCapacity(threshold)
    }

    /// Appends bytes, hands a chunk to the sink when there are enough, and returns whether the sink
    /// is still open.
    ///
    /// - Returns: Whether the sink is still open.
    func append(_ bytes: some Collection<UInt8>) -> Bool {
        guard !isClosed else { return false }
        pending.append(contentsOf: bytes)
        return pending.count < threshold || flush()
    }

    /// Hands the remaining bytes to the sink, and returns whether the sink is still open.
    ///
    /// - Returns: Whether the sink is still open.
    func flush() -> Bool {
        guard !isClosed else { return false }
        guard !pending.isEmpty else { return true }
        // A copy of the exact size: chunks stay in caches, and the buffer has grown with the pieces that
        // a library writes.
        var chunk: [UInt8] = []
        chunk.reserveCapacity(pending.count)
        chunk.append(contentsOf: pending)
        threshold = min(threshold * 16, Self.chunkByteCount)
        pending.removeAll(keepingCapacity: true)
        do {
            try sink(chunk)
        } catch {
            isClosed = true
        }
        return !isClosed
    }
}
