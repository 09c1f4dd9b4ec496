// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A sum of bytes that many owners take from and give back to, with a limit.
final class ByteLedger: Sendable {
    let limit: Int
    private let taken = Mutex(0)

    init(limit: Int) {
        self.limit = limit
    }

    var takenByteCount: Int { taken.withLock { $0 } }

    /// Takes some bytes, or none when the limit would be exceeded.
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
            assert(taken >= 0, "more given back than taken")
        }
    }
}
