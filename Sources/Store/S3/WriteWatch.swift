// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The writes of this process to a bucket, so that nothing is removed in the place of what was just written.
///
/// Names share counters; one more write than there was spares what would be removed later as well.
final class WriteWatch: Sendable {
    private final class Counter: Sendable {
        let state = Mutex((begun: 0, active: 0))
    }

    private let counters = (0..<64).map { _ in Counter() }

    private func counter(of name: BlobName) -> Counter {
        counters[Int(name.digest.bytes[0]) % counters.count]
    }

    /// Takes note of the beginning of a write; waits for a removal that is under way.
    func begin(_ name: BlobName) {
        counter(of: name).state.withLock { state in
            state.begun += 1
            state.active += 1
        }
    }

    /// Takes note of the end of a write.
    func end(_ name: BlobName) { counter(of: name).state.withLock { $0.active -= 1 } }

    /// The number of writes that have begun.
    func count(_ name: BlobName) -> Int { counter(of: name).state.withLock { $0.begun } }

    /// Removes something, unless it was written since; writes that begin meanwhile wait.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - count: The number of writes before it was found to be of no use.
    ///   - removal: The removal.
    /// - Returns: Whether it was removed.
    /// - Throws: The error of the removal.
    func unlessWritten(
        _ name: BlobName,
        since count: Int,
        _ removal: () throws(BlobError) -> Void
    ) throws(BlobError) -> Bool {
        try counter(of: name).state.withLock { state throws(BlobError) in
            guard state.begun == count, state.active == 0 else { return false }
            try removal()
            return true
        }
    }
}
