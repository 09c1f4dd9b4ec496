// SPDX-License-Identifier: Apache-2.0

import Rendering
import Synchronization

/// Records since when all renderings have been refused, for the readiness probe.
final class SaturationMonitor: Sendable {
    /// The duration of continuous refusals after which the service is not ready.
    static let patience = Duration.seconds(5)

    private let since = Mutex<ContinuousClock.Instant?>(nil)

    /// Records that a rendering was refused; only refusals for lack of workers count.
    func note(_ error: AdmissionError, now: ContinuousClock.Instant = .now) {
        switch error {
        case .saturated, .waitedTooLong: since.withLock { $0 = $0 ?? now }
        case .tooCostly, .cancelled, .shuttingDown: break
        }
    }

    /// Records that a rendering was admitted, which ends a series of refusals.
    func noteAdmission() {
        since.withLock { $0 = nil }
    }

    /// Whether refusals have gone on for longer than ``patience``.
    func isSaturated(now: ContinuousClock.Instant = .now) -> Bool {
        since.withLock { $0.map { now - $0 > Self.patience } ?? false }
    }
}
