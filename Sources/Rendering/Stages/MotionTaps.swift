// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc

/// The pixels, relative to one of a result, that its mean along a line comes of.
///
/// The line is walked along the axis that it lies closer to, pixel by pixel; each counts as far as it
/// lies on the line, and is interpolated between the two pixels that the line passes between.
struct MotionTaps {
    /// The pixels of one row.
    struct Row {
        /// How far below the pixel of the result the row lies.
        let offset: Int
        /// Where the pixels lie to the right of it, and their weights.
        fileprivate(set) var taps: [(offset: Int, weight: Float)] = []
    }

    /// The rows from the uppermost to the lowest.
    private(set) var rows: [Row]

    /// How far to the left and to the right pixels lie at most.
    let columnReach: Int

    /// How far above and below rows lie at most.
    let rowReach: Int

    /// A line before its pixels are listed: all that memory and work depend on.
    struct Line {
        /// Whether it is walked along a row.
        let isFlat: Bool
        /// How far it reaches to each side along the axis that it is walked along.
        let half: Double
        /// By how much each pixel moves it across.
        let slope: Double

        init(_ blur: MotionBlur) {
            let radians = blur.angle * .pi / 180
            let (dx, dy) = (cos(radians), sin(radians))
            isFlat = abs(dx) >= abs(dy)
            half = blur.radius * max(abs(dx), abs(dy))
            slope = isFlat ? dy / dx : dx / dy
        }

        /// The last pixel to each side of which a part lies on the line.
        var along: Int { Int((half + 0.5).rounded(.up)) - 1 }

        /// How far the line moves across on the way there.
        var across: Int { Int((Double(along) * abs(slope)).rounded(.up)) }

        /// How far to the left and to the right pixels lie at most.
        var columnReach: Int { isFlat ? along : across }

        /// How far above and below rows lie at most.
        var rowReach: Int { isFlat ? across : along }

        /// How many pixels there are at most.
        var count: Int { 2 * (2 * along + 1) }
    }

    init(_ blur: MotionBlur) {
        let line = Line(blur)
        let (isFlat, half, slope) = (line.isFlat, line.half, line.slope)
        var weights: [Int: [Int: Double]] = [:]
        func add(_ along: Int, _ across: Int, _ weight: Double) {
            guard weight > 0 else { return }
            let (x, y) = isFlat ? (along, across) : (across, along)
            weights[y, default: [:]][x, default: 0] += weight
        }
        for step in -line.along...line.along {
            let (position, end) = (Double(step), half)
            let covered = min(position + 0.5, end) - max(position - 0.5, -end)
            guard covered > 0 else { continue }
            let share = covered / (2 * half)
            let across = position * slope
            let before = floor(across)
            add(step, Int(before), share * (1 - (across - before)))
            add(step, Int(before) + 1, share * (across - before))
        }
        rows = weights.keys.sorted().map { y in
            let taps = weights[y, default: [:]].sorted { $0.key < $1.key }
            return Row(offset: y, taps: taps.map { (offset: $0.key, weight: Float($0.value)) })
        }
        (rowReach, columnReach) = (line.rowReach, line.columnReach)
    }
}
