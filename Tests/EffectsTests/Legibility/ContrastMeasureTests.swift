// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct ContrastMeasureTests {
    private func gray(_ level: Int) -> StraightColor { StraightColor(white: Double(level) / 255) }

    private func color(_ hexadecimal: UInt32) -> StraightColor {
        StraightColor(
            Color(
                red: UInt8(hexadecimal >> 16 & 255),
                green: UInt8(hexadecimal >> 8 & 255),
                blue: UInt8(hexadecimal & 255)
            )
        )
    }

    @Test func `gives 21 for black on white and for white on black`() {
        let contrast = ContrastMeasure.wcag.contrast(of: gray(0), on: gray(255))
        #expect(abs(contrast - 21) < 1e-9)
        #expect(contrast == ContrastMeasure.wcag.contrast(of: gray(255), on: gray(0)))
    }

    @Test(arguments: ContrastMeasure.allCases)
    func `gives the least for a color on itself`(measure: ContrastMeasure) {
        for level in [0, 1, 77, 128, 254, 255] {
            let contrast = measure.contrast(of: gray(level), on: gray(level))
            #expect(contrast == measure.targetRange.lowerBound)
        }
    }

    /// The figure that everybody quotes for AA on white: #767676 passes, #777777 does not.
    @Test func `tells the gray that just passes on white from the one that just fails`() {
        #expect(ContrastMeasure.wcag.contrast(of: gray(0x76), on: gray(255)) >= 4.5)
        #expect(ContrastMeasure.wcag.contrast(of: gray(0x77), on: gray(255)) < 4.5)
    }

    /// Reference: the test values that APCA 0.1.9 is published with.
    @Test(
        arguments: [
            (0x888888, 0xffffff, 63.056469930209424), (0xffffff, 0x888888, 68.54146436644962),
            (0x000000, 0xaaaaaa, 58.146262578561334), (0xaaaaaa, 0x000000, 56.24113336839742),
            (0x112233, 0xddeeff, 91.66830811481631), (0xddeeff, 0x112233, 93.06770049484275),
            (0x112233, 0x444444, 8.32326136957393), (0x444444, 0x112233, 7.526878460278154),
        ] as [(UInt32, UInt32, Double)]
    )
    func `agrees with the published values`(text: UInt32, background: UInt32, lc: Double) {
        let contrast = ContrastMeasure.apca.contrast(of: color(text), on: color(background))
        #expect(abs(contrast - lc) < 1e-9)
    }
}
