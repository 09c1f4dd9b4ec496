// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc

/// The relative positions and weights of the pixels that a motion blur averages.
///
/// The line is followed along the axis that is closer to its direction, pixel by pixel. Each pixel
/// has the length of the line inside of it as its weight, and is interpolated between the two
/// nearest pixels of the other axis.
struct MotionTaps {
    /// The pixels in one row that a motion blur averages, with their weights.
    struct Row {
        /// The offset of the row below the blurred pixel; negative above it.
        let offset: Int
        /// The offset of each pixel to the right of the blurred one, and its weight.
        fileprivate(set) var taps: [(offset: Int, weight: Float)] = []
    }

    /// The pixels that the blur averages, grouped by rows from top to bottom.
    private(set) var rows: [Row]

    /// The greatest offset of a pixel to the left and to the right.
    let columnReach: Int

    /// The greatest offset of a pixel upwards and downwards.
    let rowReach: Int

    /// The length and the direction of the line along which a motion blur averages pixels.
    struct Line {
        /// Whether the line is closer to horizontal than to vertical, so that columns are its main
        /// axis.
        let isFlat: Bool
        /// Half of the line's length along the main axis, in pixels.
        let half: Double
        /// The offset on the other axis per pixel along the main axis.
        let slope: Double

        init(_ blur: MotionBlur) {
            let radians = blur.angle * .pi / 180
            let (dx, dy) = (cos(radians), sin(radians))
            isFlat = abs(dx) >= abs(dy)
            half = blur.radius * max(abs(dx), abs(dy))
            slope = isFlat ? dy / dx : dx / dy
        }

        /// The greatest offset of a pixel along the main axis.
        var along: Int { Int((half + 0.5).rounded(.up)) - 1 }

        /// The greatest offset of a pixel along the other axis.
        var across: Int { Int((Double(along) * abs(slope)).rounded(.up)) }

        /// The greatest offset of a pixel to the left and to the right.
        var columnReach: Int { isFlat ? along : across }

        /// The greatest offset of a pixel upwards and downwards.
        var rowReach: Int { isFlat ? across : along }

        /// The greatest number of pixels that are averaged.
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
