// SPDX-License-Identifier: Apache-2.0

/// The number of portions of an image, such as bands of rows, that other threads decode ahead.
///
/// Waking a thread takes as long as decoding a good part of a portion of a narrow image. So for
/// narrow images more portions are decoded ahead, and more of them before the waiting thread is
/// woken.
struct Lookahead: Sendable {
    /// The number of portions to decode ahead before the thread that waits for them is woken.
    let portionsPerWakeup: Int

    /// The greatest number of portions to decode ahead.
    var portionCount: Int { 2 * portionsPerWakeup }

    /// The number of decoded portions at which a helping thread may do work that the reader does
    /// not need yet.
    var enough: Int { portionCount * 3 / 4 }

    /// The number of pixels whose decoding takes several times as long as waking a thread: a band
    /// of 6,000 columns.
    private static let pixelsPerWakeup = 96 << 10
    private static let leastPerWakeup = 2
    private static let mostPerWakeup = 16
    /// The least number of wakeups in an image, so that small ones are not decoded to the end
    /// before the waiting thread continues.
    private static let leastWakeups = 4

    /// Chooses how far to decode ahead, from the number and size of an image's portions.
    ///
    /// - Parameters:
    ///   - count: The number of portions.
    ///   - width: The width of a portion, in pixels.
    ///   - height: The height of a portion, in pixels.
    init(count: Int, width: Int, height: Int) {
        let portions = min(
            Self.pixelsPerWakeup / max(width * height, 1),
            count / Self.leastWakeups,
            Self.mostPerWakeup
        )
        portionsPerWakeup = max(portions, Self.leastPerWakeup)
    }
}
