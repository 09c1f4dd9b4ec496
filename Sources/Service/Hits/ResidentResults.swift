// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Store

/// Copies of results that are asked for over and over, in files that the system sends by itself.
///
/// To send a file spares the copy into the buffers of each connection, and the caches of the processor
/// with it: many connections then wait for the same bytes. Small results are not worth a call of
/// their own, and to make the copy of a large one would keep other connections waiting.
final class ResidentResults: Sendable {
    /// The sizes of results that are copied, in bytes.
    static let byteCounts = 32 << 10...1 << 20

    /// The files that there are at most, as each takes a descriptor.
    static let countLimit = 128

    /// The greatest sum of copies, in bytes, where so much is kept of results.
    static let budgetLimit = 16 << 20

    private struct Copy: Sendable {
        let file: ResidentFile
        let contentDigest: Digest
    }

    private let copies: MemoryTier<ResultKey, Copy>
    /// The memory and the descriptors of all copies, those included that are only still being sent.
    private let room: ResidentFileRoom

    /// Creates an empty collection.
    ///
    /// - Parameter resultsBudget: What is kept of results, in bytes; copies take a fourth of it at
    ///   most, in addition.
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
    ///   - key: Its name.
    ///   - mayCopy: Whether a copy may be made now.
    /// - Returns: The copy, or the bytes as they are where there is none.
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
        // Before the copy is made, as what it replaces takes the same room.
        copies.remove(key)
        guard copies.makeRoom(for: cost), let file = ResidentFile(stored.chunks, within: room)
        else { return nil }
        copies.insert(Copy(file: file, contentDigest: stored.contentDigest), for: key, cost: cost)
        return file
    }

    /// Forgets a copy.
    func forget(_ key: ResultKey) { copies.remove(key) }

    /// Forgets everything made from or with a picture.
    func forget(source: Digest) { copies.remove { $0.needs(source) } }
}
