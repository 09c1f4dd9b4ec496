// SPDX-License-Identifier: Apache-2.0

/// How far a picture is decoded ahead of who needs it.
///
/// To wake somebody takes a good part of the time that it takes to decode a portion of a narrow picture,
/// so of these more are decoded ahead, and more before who waits is woken.
struct Lookahead: Sendable {
    /// How many portions are decoded before who waits for one is woken.
    let portionsPerWakeup: Int

    /// How many portions are decoded ahead at most.
    var portionCount: Int { 2 * portionsPerWakeup }

    /// From how many portions on who decodes does more than it must.
    var enough: Int { portionCount * 3 / 4 }

    /// What takes several times as long as to wake somebody: a band that is 6000 pixels wide.
    private static let pixelsPerWakeup = 96 << 10
    private static let leastPerWakeup = 2
    private static let mostPerWakeup = 16
    /// What is little is not to be decoded to its end before anybody goes on with it.
    private static let leastWakeups = 4

    /// The one for a picture.
    ///
    /// - Parameters:
    ///   - count: How many portions there are.
    ///   - width: Of a portion, in pixels.
    ///   - height: Of a portion, in pixels.
    init(count: Int, width: Int, height: Int) {
        let portions = min(
            Self.pixelsPerWakeup / max(width * height, 1),
            count / Self.leastWakeups,
            Self.mostPerWakeup
        )
        portionsPerWakeup = max(portions, Self.leastPerWakeup)
    }
}
