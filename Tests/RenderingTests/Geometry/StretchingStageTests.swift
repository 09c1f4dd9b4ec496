// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@testable import Rendering

@Suite struct StretchingStageTests {
    /// The column of a picture of 20 pixels that a column shows, with caps of 5 and 7 pixels.
    private static func column(_ x: Int, of width: Int) -> Int? {
        if x < 5 { return x }
        if x >= width - 7 { return x - width + 20 }
        return nil
    }

    @Test(arguments: [20, 41, 300], PictureForm.Resizing.allCases)
    func `keeps every sample of the corners`(
        width: Int,
        resizing: PictureForm.Resizing
    ) throws {
        let picture = Picture.deepNoise(PixelSize(width: 20, height: 9), .rgb)
        let caps = PictureForm.Caps(top: 3, left: 5, bottom: 2, right: 7, resizing: resizing)
        let stretch = CapStretch(size: PixelSize(width: width, height: 33), caps: caps)
        let result = try picture.rendered([.reshape(.stretch(stretch))])
        #expect(result.size == stretch.size)
        for y in [0, 1, 2, 31, 32] {
            for x in 0..<width {
                guard let column = Self.column(x, of: width) else { continue }
                let row = y < 3 ? y : y - 24
                for channel in 0..<3 {
                    #expect(result[x, y, channel] == picture[column, row, channel])
                }
            }
        }
    }

    @Test func `repeats the middle from its top left and cuts off the last tile`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 20, height: 9), .gray)
        let caps = PictureForm.Caps(top: 0, left: 5, bottom: 0, right: 7, resizing: .tile)
        let stretch = CapStretch(size: PixelSize(width: 62, height: 22), caps: caps)
        let result = try picture.rendered([.reshape(.stretch(stretch))])
        let expected = Picture(stretch.size, .gray) { x, y, _ in
            picture[Self.column(x, of: 62) ?? 5 + (x - 5) % 8, y % 9, 0]
        }
        #expect(result == expected)
    }

    @Test func `fills the middle with a single pixel`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 13, height: 9), .rgba)
        let caps = PictureForm.Caps(top: 4, left: 5, bottom: 4, right: 7, resizing: .stretch)
        let stretch = CapStretch(size: PixelSize(width: 50, height: 40), caps: caps)
        let result = try picture.rendered([.reshape(.stretch(stretch))])
        // Samples are premultiplied between, so that faint ones lose color.
        let alpha = Double(picture[5, 4, 3]) / 65_535
        for y in 4..<36 {
            for x in 5..<43 {
                for channel in 0..<4 {
                    let difference =
                        Double(result[x, y, channel]) - Double(picture[5, 4, channel])
                    #expect(abs(difference) * (channel < 3 ? alpha : 1) <= 2)
                }
            }
        }
    }
}
