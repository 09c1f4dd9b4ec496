// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Store

/// Copies of often requested results, in files in memory that the kernel sends by itself.
///
/// Sending a file avoids a copy into the buffers of each connection, and spares the caches of the
/// CPU when many connections wait for the same bytes. Small results are not worth a further system
/// call, and copying a large one would keep other connections waiting.
final class ResidentResults: Sendable {
    /// The sizes of results that are copied, in bytes.
    static let byteCounts = 32 << 10...1 << 20

    /// The greatest number of files; each takes a descriptor.
    static let countLimit = 128

    /// The upper limit of the budget for copies, in bytes.
    static let budgetLimit = 16 << 20

    private struct Copy: Sendable {
        let file: ResidentFile
        let contentDigest: Digest
    }

    private let copies: MemoryTier<ResultKey, Copy>
    /// Includes evicted copies, which take memory and a descriptor until they are sent.
    private let room: ResidentFileRoom

    /// Creates an empty collection.
    ///
    /// - Parameter resultsBudget: The budget for kept results, in bytes; copies take at most a
    ///   fourth of it in addition.
    init(resultsBudget: Int) {
        let budget = min(resultsBudget / 4, Self.budgetLimit)
        copies = MemoryTier(budget: budget)
        room = ResidentFileRoom(files: Self.countLimit, bytes: budget)
    }

    /// The number of copies.
    var count: Int { copies.statistics.entryCount }

    /// The body of an answer with a kept result.
    ///
    /// - Parameters:
    ///   - stored: The result.
    ///   - key: The key of the result.
    ///   - mayCopy: Whether a copy may be made now.
    /// - Returns: The copy if there is one, else the bytes of the result.
    func body(
        of stored: StoredResult<ResultMetadata>,
        _ key: ResultKey,
        mayCopy: Bool
    ) -> ResponseBody {
        guard Self.byteCounts.contains(stored.byteCount) else { return .chunks(stored.chunks) }
        if let copy = copies.value(for: key), copy.contentDigest == stored.contentDigest {
            return .file(copy.file)
        }
        guard mayCopy, let file = copy(stored, key) else { return .chunks(stored.chunks) }
        return .file(file)
    }

    private func copy(_ stored: StoredResult<ResultMetadata>, _ key: ResultKey) -> ResidentFile? {
        let leastCost = copies.budget / Self.countLimit - type(of: copies).entryOverhead
        let cost = max(stored.byteCount, leastCost)
        // Before the copy is made, because the replaced copy takes the same room.
        copies.remove(key)
        guard copies.makeRoom(for: cost), let file = ResidentFile(stored.chunks, within: room)
        else { return nil }
        copies.insert(Copy(file: file, contentDigest: stored.contentDigest), for: key, cost: cost)
        return file
    }

    /// Removes a copy.
    func forget(_ key: ResultKey) { copies.remove(key) }

    /// Removes the copies of all results made from a picture or with it.
    func forget(source: Digest) { copies.remove { $0.needs(source) } }
}
