// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import TestSupport
import Testing

/// The choice between the own encoder and level 1 of zlib, for PNGs without a level.
@Suite struct PNGEncoderChoiceTests {
    private static func noise(_ x: Int, _ y: Int) -> Int { PNGReductionTests.noise(x, y) & 255 }

    private static func picture(
        _ width: Int,
        _ height: Int,
        _ layout: ChannelLayout,
        _ level: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) -> Picture {
        Picture(PixelSize(width: width, height: height), layout) { x, y, channel in
            UInt16(level(x, y, channel) & 255) * 257
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let picture: Picture

        init(_ name: String, _ picture: Picture) {
            (testDescription, self.picture) = (name, picture)
        }
    }

    /// Images of which an encoder that looks for little more than runs makes a tenth more than level 1.
    static let cases = [
        Case("a pattern", picture(61, 47, .rgba) { $0 % 5 * 91 + $1 % 7 * 67 + $2 * 40 }),
        Case("noise of 16 levels", picture(200, 160, .rgb) { noise($0 + $2 * 211, $1) % 16 * 15 }),
        Case("large blocks of noise", picture(900, 700, .gray) { x, y, _ in noise(x / 9, y / 8) }),
        Case(
            "noise, half of it clear",
            picture(83, 61, .rgba) { x, y, channel in
                guard noise(x, y + 99) > 127 else { return 0 }
                return channel == 3 ? 255 : noise(x + channel * 97, y)
            }
        ),
        Case(
            "a line of letters on a page",
            picture(400, 400, .rgb) { x, y, channel in
                guard (180..<196).contains(y), (60..<340).contains(x) else { return 255 }
                return noise(x % 9 + x / 9 * 7 % 26 * 9, y) / 8 * (channel + 1) * 3
            }
        ),
    ]

    @Test(arguments: cases, [SampleDepth.eight, .sixteen])
    func `takes no more bytes than level 1`(of picked: Case, depth: SampleDepth) throws {
        func encoded(_ level: Int?) throws -> [UInt8] {
            let options = PNGOptions(compression: level, bitDepth: depth, reduces: true)
            return try picked.picture.encoded(.png(options))
        }
        #expect(try encoded(nil).count <= encoded(1).count)
        #expect(try Picture(encoded(nil)) == picked.picture)
    }
}
