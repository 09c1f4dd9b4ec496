// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The memory that bodies may take up while they arrive, all together.
final class ReceivingBudget: Sendable {
    private let remaining: Mutex<Int>

    /// Creates a budget, in bytes.
    init(limit: Int) {
        remaining = Mutex(limit)
    }

    /// The bytes that nobody has taken.
    var available: Int { remaining.withLock { $0 } }

    /// Takes some bytes, or none when there are not enough.
    func take(_ count: Int) -> Bool {
        remaining.withLock { remaining in
            guard count <= remaining else { return false }
            remaining -= count
            return true
        }
    }

    /// Gives bytes back.
    func give(_ count: Int) {
        remaining.withLock { $0 += count }
    }
}
