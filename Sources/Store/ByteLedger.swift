// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A thread-safe counter of bytes in use, shared by many owners, with an upper limit.
final class ByteLedger: Sendable {
    let limit: Int
    private let taken = Mutex(0)

    init(limit: Int) {
        self.limit = limit
    }

    var takenByteCount: Int { taken.withLock { $0 } }

    /// Adds to the bytes in use; returns false and adds nothing if the limit would be exceeded.
    func take(_ byteCount: Int) -> Bool {
        taken.withLock { taken in
            guard byteCount <= limit - taken else { return false }
            taken += byteCount
            return true
        }
    }

    func giveBack(_ byteCount: Int) {
        taken.withLock { taken in
            taken -= byteCount
            assert(taken >= 0, "more bytes were given back than taken")
        }
    }
}
