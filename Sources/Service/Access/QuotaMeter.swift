// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Synchronization

/// A counter of the requests and pixels that a caller has used of its quota.
///
/// Requests count when they arrive, whatever their answer. Pixels count when a rendering or an analysis is made
/// for the caller: what is kept is free. A request is let in while any pixel is left, so that no picture is
/// too large for a quota.
final class QuotaMeter: Sendable {
    /// A unit of quotas, with its name in header fields and error responses.
    enum Unit: String, Sendable {
        case requests, pixels
    }

    /// The limits on the caller's requests and pixels in a minute.
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

    /// Creates a meter of a quota of which nothing is used yet.
    init(_ quota: Quota, now: ContinuousClock.Instant = .now) {
        self.quota = quota
        state = Mutex(
            State(
                requests: quota.requests.map { Allowance(capacity: $0, now: now) },
                pixels: quota.pixels.map { Allowance(capacity: $0, now: now) }
            )
        )
    }

    /// Counts a request against the quota, or returns the time to wait if no request is left.
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

    /// The time until the quota has a pixel left; nil if it has one now.
    func waitForPixels(now: ContinuousClock.Instant = .now) -> Duration? {
        state.withLock { state in
            state.refill(now: now)
            guard let wait = state.pixels?.wait(for: 1), wait > .zero else { return nil }
            return wait
        }
    }

    /// Subtracts the pixels of a new rendering or analysis from the quota.
    func use(pixels: Int) {
        state.withLock { $0.pixels?.use(pixels) }
    }

    /// The header fields that tell the caller its quota and the part of it that is left.
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

extension Duration {
    /// The duration in seconds, rounded up.
    var roundedUpSeconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
