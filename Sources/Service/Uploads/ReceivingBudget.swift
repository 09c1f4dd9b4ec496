// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A shared memory budget for request bodies while they arrive.
final class ReceivingBudget: Sendable {
    private let remaining: Mutex<Int>

    /// Creates a budget, in bytes.
    init(limit: Int) {
        remaining = Mutex(limit)
    }

    /// The number of bytes that are not reserved.
    var available: Int { remaining.withLock { $0 } }

    /// Reserves bytes; false, and no change, if too few are left.
    func take(_ count: Int) -> Bool {
        remaining.withLock { remaining in
            guard count <= remaining else { return false }
            remaining -= count
            return true
        }
    }

    /// Releases reserved bytes.
    func give(_ count: Int) {
        remaining.withLock { $0 += count }
    }
}
