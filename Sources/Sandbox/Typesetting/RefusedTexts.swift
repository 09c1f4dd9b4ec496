// SPDX-License-Identifier: Apache-2.0

import Effects

/// The texts that have ended a process lately, so that they are not tried again soon.
struct RefusedTexts {
    /// The time for which a text is refused; libraries and fonts may be better by then.
    static let lifetime = Duration.seconds(600)

    /// The greatest number of texts; the oldest make room.
    static let limit = 64

    private var ends: [TextForm: ContinuousClock.Instant] = [:]

    /// Whether a text is refused at a time.
    func contains(_ form: TextForm, at now: ContinuousClock.Instant) -> Bool {
        ends[form].map { now < $0 } ?? false
    }

    /// Refuses a text from now on.
    mutating func insert(_ form: TextForm, at now: ContinuousClock.Instant) {
        ends = ends.filter { now < $0.value }
        if ends.count >= Self.limit, let oldest = ends.min(by: { $0.value < $1.value }) {
            ends[oldest.key] = nil
        }
        ends[form] = now + Self.lifetime
    }
}
