// SPDX-License-Identifier: Apache-2.0

import Rendering
import Synchronization

/// Remembers since when every rendering has been refused, for the readiness probe.
final class SaturationMonitor: Sendable {
    /// How long refusals must go on before the service says that it is not ready.
    static let patience = Duration.seconds(5)

    private let since = Mutex<ContinuousClock.Instant?>(nil)

    /// A rendering was refused; other reasons than a lack of workers say nothing.
    func note(_ error: AdmissionError, now: ContinuousClock.Instant = .now) {
        switch error {
        case .saturated, .waitedTooLong: since.withLock { $0 = $0 ?? now }
        case .exceedsMemoryBudget, .cancelled, .shuttingDown: break
        }
    }

    /// A rendering was admitted.
    func noteAdmission() {
        since.withLock { $0 = nil }
    }

    /// Whether refusals have gone on for longer than ``patience``.
    func isSaturated(now: ContinuousClock.Instant = .now) -> Bool {
        since.withLock { $0.map { now - $0 > Self.patience } ?? false }
    }
}
