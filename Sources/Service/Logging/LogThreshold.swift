// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// The least severe level that is logged, which may change while the program runs.
final class LogThreshold: Sendable {
    private let index: Atomic<Int>

    /// Creates a threshold at a level.
    init(_ level: Logger.Level) {
        index = Atomic(Self.index(of: level))
    }

    /// The least severe level that is logged now.
    var level: Logger.Level {
        get { Logger.Level.allCases[index.load(ordering: .relaxed)] }
        set { index.store(Self.index(of: newValue), ordering: .relaxed) }
    }

    private static func index(of level: Logger.Level) -> Int {
        Logger.Level.allCases.firstIndex(of: level) ?? 0
    }
}
