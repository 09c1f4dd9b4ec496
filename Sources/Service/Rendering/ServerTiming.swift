// SPDX-License-Identifier: Apache-2.0

import Rendering

/// The value of the field `Server-Timing`, which the developer tools of browsers show.
///
/// Reference: W3C Server Timing, section 2.
enum ServerTiming {
    /// The field's entries for the outcome of the cache look-up and the wait for a worker.
    static func cache(_ outcome: CacheStatus.Outcome, queue: Duration?) -> String {
        let cache = "cache;desc=\(outcome.word)"
        return queue.map { "\(cache), queue;dur=\(milliseconds($0))" } ?? cache
    }

    /// The field's entries for the times of the stages of a finished rendering.
    static func rendering(_ timings: RenderTimings) -> String {
        """
        decode;dur=\(milliseconds(timings.decode)), effects;dur=\(milliseconds(timings.effects)), \
        encode;dur=\(milliseconds(timings.encode))
        """
    }

    /// A duration in whole microseconds, rounded down; zero for a negative one.
    static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    /// A duration in milliseconds, with three decimal places.
    static func milliseconds(_ duration: Duration) -> String {
        let microseconds = microseconds(duration)
        let fraction = String(microseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(microseconds / 1000).\(zeros)\(fraction)"
    }
}

/// The value of the field `Cache-Status`.
///
/// Reference: RFC 9211.
enum CacheStatus {
    /// The outcome of a cache look-up.
    enum Outcome: Hashable, Sendable {
        /// The result was in the memory cache.
        case hit
        /// The result was read from the persistent store beneath the memory cache.
        case stored
        /// The request joined another one, for which the result was being rendered already.
        case collapsed
        /// The result was not cached, and was rendered.
        case miss
        /// The client asked for a new rendering, whether or not the result was cached.
        case refresh
        /// The result was rendered, and must not be cached.
        case bypass

        /// The outcome as one word, for `Server-Timing` and the log.
        var word: String {
            switch self {
            case .hit: "hit"
            case .stored: "stored"
            case .collapsed: "collapsed"
            case .miss: "miss"
            case .refresh: "refresh"
            case .bypass: "bypass"
            }
        }

        /// The value of `Cache-Status`.
        var value: String {
            switch self {
            case .hit: "frostpane; hit"
            case .stored: "frostpane; hit; detail=store"
            case .collapsed: "frostpane; fwd=miss; collapsed"
            case .miss: "frostpane; fwd=miss"
            case .refresh: "frostpane; fwd=request"
            case .bypass: "frostpane; fwd=bypass"
            }
        }
    }
}
