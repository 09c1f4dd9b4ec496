// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A removal of many objects from a bucket, on several threads at the same time.
final class Removal: Sendable {
    private struct State {
        var next = 0
        var active = 0
        var count = 0
        var error: BlobError?
    }

    private let names: [BlobName]
    private let remove: @Sendable (BlobName) throws(BlobError) -> Bool
    private let state = Mutex(State())
    private let isIdle = DispatchSemaphore(value: 0)

    /// Creates a removal; nothing is removed before a thread takes part.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - remove: Removes one of them, and returns whether it was there.
    init(
        _ names: [BlobName],
        _ remove: @escaping @Sendable (BlobName) throws(BlobError) -> Bool
    ) {
        self.names = names
        self.remove = remove
    }

    /// Removes objects on this thread, until none is left or a removal has failed.
    @Sendable func takePart() {
        while let name = take() {
            do throws(BlobError) {
                end(wasThere: try remove(name), nil)
            } catch {
                end(wasThere: false, error)
            }
        }
    }

    private func take() -> BlobName? {
        state.withLock { state in
            guard state.error == nil, state.next < names.count else { return nil }
            state.active += 1
            defer { state.next += 1 }
            return names[state.next]
        }
    }

    private func end(wasThere: Bool, _ error: BlobError?) {
        state.withLock { state in
            state.active -= 1
            if wasThere { state.count += 1 }
            if let error { state.error = error }
        }
        isIdle.signal()
    }

    /// Waits until the removals on all threads have ended.
    ///
    /// - Returns: The number of names that were there.
    /// - Throws: The error of one of them.
    func outcome() throws(BlobError) -> Int {
        while state.withLock({ $0.active > 0 }) { isIdle.wait() }
        let (count, error) = state.withLock { ($0.count, $0.error) }
        if let error { throw error }
        return count
    }
}
