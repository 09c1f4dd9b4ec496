// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization

/// The use that a caller makes of a quota.
///
/// Requests count when they arrive, whatever their answer. Pixels count when a rendering or an analysis is made
/// for the caller: what is kept is free. A request is let in while any pixel is left, so that no picture is
/// too large for a quota.
final class QuotaMeter: Sendable {
    /// A unit of quotas, by its name in fields and problems.
    enum Unit: String, Sendable {
        case requests, pixels
    }

    /// The limits.
    let quota: Quota

    private struct State {
        var requests: Allowance?
        var pixels: Allowance?

        mutating func refill(now: ContinuousClock.Instant) {
            requests?.refill(now: now)
            pixels?.refill(now: now)
        }
    }

    private let state: Mutex<State>

    /// Creates a meter with nothing used.
    init(_ quota: Quota, now: ContinuousClock.Instant = .now) {
        self.quota = quota
        state = Mutex(
            State(
                requests: quota.requests.map { Allowance(capacity: $0, now: now) },
                pixels: quota.pixels.map { Allowance(capacity: $0, now: now) }
            )
        )
    }

    /// Counts a request.
    ///
    /// - Returns: The time to wait if none is left; nil if the request may proceed.
    func countRequest(now: ContinuousClock.Instant = .now) -> Duration? {
        state.withLock { state in
            state.refill(now: now)
            guard let wait = state.requests?.wait(for: 1), wait > .zero else {
                state.requests?.use(1)
                return nil
            }
            return wait
        }
    }

    /// The time to wait until a pixel is left; nil if one is.
    func waitForPixels(now: ContinuousClock.Instant = .now) -> Duration? {
        state.withLock { state in
            state.refill(now: now)
            guard let wait = state.pixels?.wait(for: 1), wait > .zero else { return nil }
            return wait
        }
    }

    /// Counts the pixels of a rendering or an analysis that is made.
    func use(pixels: Int) {
        state.withLock { $0.pixels?.use(pixels) }
    }

    /// The fields that tell the caller the quota, and the part of it that is left.
    ///
    /// Reference: draft-ietf-httpapi-ratelimit-headers-10, sections 3 and 4.
    func fields(now: ContinuousClock.Instant = .now) -> [PreparedResponse.Field] {
        let (requests, pixels) = state.withLock { state in
            state.refill(now: now)
            return (state.requests, state.pixels)
        }
        let rows = [(Unit.requests.rawValue, requests), (Unit.pixels.rawValue, pixels)].compactMap {
            name,
            allowance in
            allowance.map { (name: name, allowance: $0) }
        }
        let policies = rows.map { name, allowance in
            "\"\(name)\";q=\(allowance.capacity);qu=\"\(name)\";"
                + "w=\(Allowance.window.components.seconds)"
        }
        let rests = rows.map { name, allowance in
            let wait = allowance.wait(for: allowance.capacity)
            return "\"\(name)\";r=\(allowance.rest);t=\(wait.roundedUpSeconds)"
        }
        return [
            (.rateLimitPolicy, policies.joined(separator: ", ")),
            (.rateLimit, rests.joined(separator: ", ")),
        ]
    }
}

extension RequestContext {
    /// The refusal of a request whose caller has no pixels left; nil if it may have pixels computed.
    ///
    /// What follows an analysis is let in with it.
    var refusalOfPixels: ServiceError? {
        guard facts.values.countedPixels == 0, let wait = access.meter?.waitForPixels() else {
            return nil
        }
        return .quotaExceeded(.pixels, wait: wait)
    }

    /// Counts pixels that are computed for the request.
    func count(pixels: Int) {
        guard let meter = access.meter else { return }
        meter.use(pixels: pixels)
        facts.note { $0.countedPixels += pixels }
    }
}

extension Duration {
    /// The duration in seconds, rounded up.
    var roundedUpSeconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
