// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A shared memory budget for request bodies while they arrive.
final class ReceivingBudget: Sendable {
    private let remaining: Mutex<Int>

    /// Creates a budget of a number of bytes.
    init(limit: Int) {
        remaining = Mutex(limit)
    }

    /// The number of bytes that are not reserved.
    var available: Int { remaining.withLock { $0 } }

    /// Reserves bytes; returns false, and reserves none, if too few are left.
    func take(_ count: Int) -> Bool {
        remaining.withLock { remaining in
            guard count <= remaining else { return false }
            remaining -= count
            return true
        }
    }

    /// Returns reserved bytes to the budget.
    func give(_ count: Int) {
        remaining.withLock { $0 += count }
    }

    /// Wraps reserved bytes in an object that releases them when it is no longer used.
    func reservation(of count: Int) -> Reservation { Reservation(count, of: self) }

    /// Reserved bytes, which are released when nobody uses the upload any more.
    final class Reservation: Sendable {
        private let count: Int
        private let budget: ReceivingBudget

        fileprivate init(_ count: Int, of budget: ReceivingBudget) {
            self.count = count
            self.budget = budget
        }

        deinit { budget.give(count) }
    }
}
