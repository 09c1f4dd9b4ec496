// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import Testing

@testable import Rendering

/// Hashes beside those of published encoders for the same pixels: blurhash 1.1.5, a port of the first
/// encoder by its author's algorithm, and thumbhash-python 1.0.1, both of PyPI.
@Suite struct PlaceholderHashTests {
    private struct Golden {
        let size: (Int, Int)
        var hasAlpha = false
        let components: (Int, Int)
        let blurHash: String
        let thumbHash: String
    }

    private static let golden = [
        Golden(
            size: (32, 24),
            components: (4, 3),
            blurHash: "LlHn+^0}VZv$R$RjwMOFR~soSiog",
            thumbHash: "XhgKHYxAVYhUeImGmGeIh3BqC4hn"
        ),
        Golden(
            size: (24, 32),
            components: (3, 4),
            blurHash: "TbGIr:1Gq^9@rFi~j.jug4k6a%jd",
            thumbHash: "XggKFQ5QdVKHaZdoiId3iJBzDVuK"
        ),
        Golden(
            size: (100, 40),
            components: (9, 9),
            blurHash:
                "|WHenCS0n#Nar=2CNH#mWAR*aLNHV[I=NH;5nQnjWAoIW-njSf$gnlX7X8s9W-j?WCjuW;jJWYkCbWf5"
                + "ayfja$oMo3bIjIouf6a#f8bIf+ahfRafaKfia#fla$j[nla_j=t3ayfka$fla#f$a_f5bDf6a$flbIj?"
                + "n$f5f6",
            thumbHash: "HwgGC4KFhTBkZWRn+WcKjno="
        ),
        Golden(
            size: (1, 1),
            components: (1, 1),
            blurHash: "00000e",
            thumbHash: "wwYKVwAI9wiIh4hwj3CI+AiIcH/4AAAA"
        ),
        Golden(
            size: (5, 3),
            components: (2, 1),
            blurHash: "102FGzA5",
            thumbHash: "BgcCDIKAh3iEiIeHiHiAdgildw=="
        ),
        Golden(
            size: (40, 30),
            hasAlpha: true,
            components: (4, 3),
            blurHash: "LLF65#R%0~+vOTNHw4rtsjofnmS#",
            thumbHash: "XviFFIgXBmdliIh5l3DGCHZ6ZYmIRAhmCQ=="
        ),
        Golden(
            size: (30, 30),
            hasAlpha: true,
            components: (4, 4),
            blurHash: "UKG*$m1bR6#mFYnQv,Naosw|S#xb$xRkt8bv",
            thumbHash: "nyiGFQYXQFdzeKdpd4BmDViIRmmXZTeAcg=="
        ),
        Golden(
            size: (9, 70),
            hasAlpha: true,
            components: (1, 6),
            blurHash: "jQGI1H29upXgt~z_",
            thumbHash: "niiGEQoHY3AoiMr6g3IH+HeIQod3CHM="
        ),
    ]

    private static func grid(_ golden: Golden) -> ColorGrid {
        let (width, height) = golden.size
        var colors: [StraightColor] = []
        for y in 0..<height {
            for x in 0..<width {
                func level(_ number: Int) -> Double { Double(number % 256) / 255 }
                colors.append(
                    StraightColor(
                        red: level(x * 7 + y * 3),
                        green: level(x * x + y * 5),
                        blue: level(x * y + 40),
                        alpha: golden.hasAlpha ? level(x * 9 + y * 11) : 1
                    )
                )
            }
        }
        return ColorGrid(size: PixelSize(width: width, height: height), colors: colors)
    }

    @Test(arguments: golden.indices)
    func `is the BlurHash of the published encoder`(index: Int) {
        let golden = Self.golden[index]
        let components = PixelSize(width: golden.components.0, height: golden.components.1)
        let text = BlurHash.text(of: Self.grid(golden), components: components)
        #expect(text == golden.blurHash)
    }

    @Test(arguments: golden.indices)
    func `is the ThumbHash of the published encoder`(index: Int) {
        let golden = Self.golden[index]
        let hash = ThumbHash(of: Self.grid(golden)).bytes
        #expect(Data(hash).base64EncodedString() == golden.thumbHash)
    }
}
