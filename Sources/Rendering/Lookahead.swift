// SPDX-License-Identifier: Apache-2.0

/// How far a picture is decoded ahead of who needs it.
///
/// To wake somebody takes a good part of the time that it takes to decode a portion of a narrow picture,
/// so of these more are decoded ahead, and more before who waits is woken.
struct Lookahead: Hashable, Sendable {
    /// How many portions are decoded ahead at most.
    let portionCount: Int

    /// How many portions are decoded before who waits for one is woken.
    let portionsPerWakeup: Int

    /// The least, which wide pictures get.
    static let shortest = Lookahead(portionsPerWakeup: 2)

    private static let longest = Lookahead(portionsPerWakeup: 16)
    private static let pixelsPerWakeup = 96 << 10

    private init(portionsPerWakeup: Int) {
        self.portionsPerWakeup = portionsPerWakeup
        portionCount = 2 * portionsPerWakeup
    }

    /// The one for portions of some extent.
    ///
    /// - Parameters:
    ///   - width: Of a portion, in pixels.
    ///   - height: Of a portion, in pixels.
    init(width: Int, height: Int) {
        let portions = Self.pixelsPerWakeup / max(width * height, 1)
        let bounds = Self.shortest.portionsPerWakeup...Self.longest.portionsPerWakeup
        self.init(portionsPerWakeup: min(max(portions, bounds.lowerBound), bounds.upperBound))
    }

    /// How many portions are enough for now.
    var enough: Int { portionCount - 1 }
}
