// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A counter of bytes shared by many owners, with a limit that it never exceeds.
final class ByteLedger: Sendable {
    let limit: Int
    private let taken = Mutex(0)

    init(limit: Int) {
        self.limit = limit
    }

    var takenByteCount: Int { taken.withLock { $0 } }

    /// Takes bytes from the ledger, or returns false and takes none when they would exceed the
    /// limit.
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
