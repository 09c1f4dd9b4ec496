// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The memory that bodies may take up while they arrive, all together.
final class ReceivingBudget: Sendable {
    private let available: Mutex<Int>

    /// Creates a budget, in bytes.
    init(limit: Int) {
        available = Mutex(limit)
    }

    /// Takes some bytes, or none when there are not enough.
    func take(_ count: Int) -> Bool {
        available.withLock { available in
            guard count <= available else { return false }
            available -= count
            return true
        }
    }

    /// Gives bytes back.
    func give(_ count: Int) {
        available.withLock { $0 += count }
    }
}
