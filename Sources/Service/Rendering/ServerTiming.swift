// SPDX-License-Identifier: Apache-2.0

import Rendering

/// Where the time of an answer went, as browsers' tools show it.
///
/// Reference: W3C Server Timing, section 2.
enum ServerTiming {
    /// The value of the field for what the cache and the queue did.
    static func cache(_ outcome: CacheStatus.Outcome, queue: Duration?) -> String {
        let cache = "cache;desc=\(outcome.word)"
        return queue.map { "\(cache), queue;dur=\(milliseconds($0))" } ?? cache
    }

    /// The value of the field for a rendering that is done.
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

    /// A duration in milliseconds, to a thousandth.
    static func milliseconds(_ duration: Duration) -> String {
        let microseconds = microseconds(duration)
        let fraction = String(microseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(microseconds / 1000).\(zeros)\(fraction)"
    }
}

/// What the cache had to do with an answer.
///
/// Reference: RFC 9211.
enum CacheStatus {
    /// What became of the look-up.
    enum Outcome: Hashable, Sendable {
        /// The result was there.
        case hit
        /// The result was in the making.
        case collapsed
        /// The result was not there.
        case miss
        /// The result is never kept, and was not looked for.
        case bypass

        /// One word for `Server-Timing` and the log.
        var word: String {
            switch self {
            case .hit: "hit"
            case .collapsed: "collapsed"
            case .miss: "miss"
            case .bypass: "bypass"
            }
        }

        /// The value of `Cache-Status`.
        var value: String {
            switch self {
            case .hit: "frostpane; hit"
            case .collapsed: "frostpane; fwd=miss; collapsed"
            case .miss: "frostpane; fwd=miss"
            case .bypass: "frostpane; fwd=bypass"
            }
        }
    }
}
