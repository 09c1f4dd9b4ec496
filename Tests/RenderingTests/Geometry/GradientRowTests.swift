// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster
import Testing

@testable import Rendering

@Suite struct GradientRowTests {
    @Test(
        arguments: [
            "linear-gradient(red, blue)",
            "linear-gradient(90deg, #0000, white 30%, lime 30%, #f008)",
            "linear-gradient(37deg, red 20%, 40%, blue)", "linear-gradient(red 50%, blue 50%)",
            "repeating-linear-gradient(45deg, red 0 5px, #00f4 5px 13px)",
            "radial-gradient(circle at 20% 70%, white, #0008 60%, navy)",
            "conic-gradient(from 30deg, red, lime, blue, red)",
            "repeating-radial-gradient(circle, red 3px, blue 9px)", "linear-gradient(red, red)",
            "linear-gradient(in oklch, red, blue)", "repeating-conic-gradient(red 0 0, lime 0 0)",
        ]
    )
    func `writes the colors of the gradient`(text: String) throws {
        let size = PixelSize(width: 61, height: 37)
        let gradient = try CSSGradient(text).resolved(on: size, scale: 1)
        var row = GradientRow(gradient)
        var band = Band<Straight>(layout: .rgba, width: 70, capacity: 1)
        band.rowCount = 1
        var worst = 0.0
        for y in -4..<45 {
            let offset = Point(x: -3.25, y: 0.5)
            row.write(y, columns: 0..<70, offset: offset, into: &band, row: 0)
            for x in 0..<70 {
                let color = gradient.color(
                    x: Double(x) + 0.5 + offset.x,
                    y: Double(y) + 0.5 + offset.y
                )
                let exact = [color.red, color.green, color.blue, color.alpha]
                for channel in 0..<4 where channel == 3 || color.alpha > 0 {
                    let sample = Double(band.row(0, of: channel)[x])
                    worst = max(worst, abs(sample - exact[channel] * 65_535))
                }
            }
        }
        #expect(worst < 0.51)
    }
}
