// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// The color of a text on an image: black or white, whichever has more contrast.
struct TextColor {
    /// Black or white, whichever has more contrast on the image.
    let color: Color

    /// The contrast that a text in this color reaches in all but the worst twentieth of its box.
    let contrast: Double

    /// The approximate number of points of the box that are measured.
    private static let sampleCount = 512

    /// Compares the contrast of black and of white text in a box on an image.
    ///
    /// - Parameters:
    ///   - grid: The image.
    ///   - size: The size of the upright image.
    ///   - goal: The box of the text, the measure of contrast, and the background.
    init(on grid: ColorGrid, of size: PixelSize, _ goal: PlaceholderGoal) {
        let columns = Self.cells(goal.box.columns, of: grid.size.width, size.width)
        let rows = Self.cells(goal.box.rows, of: grid.size.height, size.height)
        let ratio = Double(columns.count * rows.count) / Double(Self.sampleCount)
        let step = max(1, Int(ratio.squareRoot()))
        var backdrops: [StraightColor] = []
        for row in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
            for column in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
                let color = grid.colors[row * grid.size.width + column]
                backdrops.append(color.over(StraightColor(goal.background)))
            }
        }
        func contrast(of color: Color) -> Double {
            let ink = StraightColor(color)
            let contrasts = backdrops.map { goal.measure.contrast(of: ink, on: $0) }.sorted()
            return contrasts[Int(Double(contrasts.count) * LegibilityGoal.worstPart)]
        }
        let (black, white) = (contrast(of: .black), contrast(of: .white))
        color = white > black ? .white : .black
        self.contrast = max(black, white)
    }

    /// Returns the cells of the grid that overlap a range of pixels.
    private static func cells(_ pixels: Range<Int>, of count: Int, _ length: Int) -> Range<Int> {
        let first = pixels.lowerBound * count / length
        return first..<max(first + 1, (pixels.upperBound * count + length - 1) / length)
    }
}
