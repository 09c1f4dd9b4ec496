// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

extension LegibilityAnalysis {
    /// The approximate number of measured points; neighboring points differ little on a material.
    static let sampleCount = 4096

    /// A measured color or contrast, and the area of the text's box that it stands for, in pixels.
    struct Sample<Value> {
        let value: Value
        let weight: Double
    }

    /// Returns the contrast that the text reaches in all but the worst twentieth of its box, from
    /// contrasts in ascending order.
    static func worst(of contrasts: [Sample<Double>], _ total: Double) -> Double {
        var rest = total * LegibilityGoal.worstPart
        for contrast in contrasts {
            rest -= contrast.weight
            if rest < 0 { return contrast.value }
        }
        return contrasts.last?.value ?? 0
    }

    /// Returns how many columns or rows of an averaged square lie in the text's box, in pixels.
    private func overlap(_ square: Int, _ box: Range<Int>, from origin: Int) -> Int {
        let start = origin + square * side
        return min(start + side, box.upperBound) - max(start, box.lowerBound)
    }

    /// Reads the rendered colors at evenly spaced points inside of the text's box.
    func samples(
        of end: any BandSource<Straight>
    ) throws(RenderError) -> [Sample<StraightColor>] {
        let low = lowBox
        let stride = max(
            1,
            Int((Double(low.size.pixelCount) / Double(Self.sampleCount)).squareRoot())
        )
        var colors: [Sample<StraightColor>] = []
        var band = end.makeBand()
        var row = 0
        while true {
            try end.pull(into: &band)
            if band.rowCount == 0 { return colors }
            for offset in 0..<band.rowCount where low.rows.contains(row + offset) {
                guard (row + offset - low.y).isMultiple(of: stride) else { continue }
                let rowCount = overlap(row + offset, box.rows, from: pane.y)
                for x in Swift.stride(from: low.x, to: low.columns.upperBound, by: stride) {
                    let area = rowCount * overlap(x, box.columns, from: pane.x)
                    colors.append(Sample(value: band.color(x, offset), weight: Double(area)))
                }
            }
            row += band.rowCount
        }
    }

    /// Computes the contrast of a text at all measured points, in ascending order.
    func contrasts(
        of text: VibrancyStyle,
        on material: MaterialStyle,
        _ colors: [Sample<StraightColor>],
        _ traits: Traits
    ) -> [Sample<Double>] {
        guard let ink = try? text.ink(on: material, traits: traits) else {
            preconditionFailure("a material that texts cannot stand on")
        }
        return colors.map { sample in
            let color = sample.value
            return Sample(
                value: goal.measure.contrast(of: ink.color(over: color), on: color),
                weight: sample.weight
            )
        }.sorted { $0.value < $1.value }
    }
}

extension Band where Form == Straight {
    /// Returns the color of a pixel without its alpha.
    fileprivate func color(_ x: Int, _ row: Int) -> StraightColor {
        func channel(_ index: Int) -> Double {
            Double(self.row(row, of: layout.isColor ? index : 0)[x]) / 65_535
        }
        return StraightColor(red: channel(0), green: channel(1), blue: channel(2))
    }
}
