// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Remembers since when every rendering has been refused, for the readiness probe.
final class SaturationMonitor: Sendable {
    /// How long refusals must go on before the service says that it is not ready.
    static let patience = Duration.seconds(5)

    private let since = Mutex<ContinuousClock.Instant?>(nil)

    /// A rendering was refused.
    func noteRefusal(now: ContinuousClock.Instant = .now) {
        since.withLock { $0 = $0 ?? now }
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
