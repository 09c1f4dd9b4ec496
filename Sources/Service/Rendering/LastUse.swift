// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// When the stores were last asked for all that an answer needs, and had it.
struct LastUse: ~Copyable, Sendable {
    private let departures = Atomic(-1)
    private let second = Atomic(-1)

    /// Hears that all was there.
    ///
    /// - Parameters:
    ///   - departures: How many values had left the stores before.
    ///   - second: When it was.
    func note(_ departures: Int, in second: Int) {
        self.departures.store(departures, ordering: .relaxed)
        self.second.store(second, ordering: .relaxed)
    }

    /// Whether nothing has left the stores since, and another use would change nothing: for the order in
    /// which values make room, one use in a second is enough.
    func holds(_ departures: Int, in second: Int) -> Bool {
        self.departures.load(ordering: .relaxed) == departures
            && self.second.load(ordering: .relaxed) == second
    }
}
