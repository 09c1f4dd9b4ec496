// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc
import Raster
import Testing

/// Blurs whose results are multiplied, compared with convolutions in float64.
@Suite struct MultipliedBlurTests {
    private static let size = PixelSize(width: 160, height: 24)

    /// Regular stripes and some without order, half of them white: what blurs are least exact about.
    private static let stripes = Picture(size, .gray) { x, _, _ in
        let isWhite = x < 90 ? x % 5 < 2 || x % 10 == 7 : (x &* 40_503) >> 7 & 1 == 1
        return isWhite ? .max : 0
    }

    /// The Gaussian at whole pixels, and then contrast, in levels of 255.
    private static func expected(_ sigma: Double, contrast: Double, at x: Int) -> Double {
        let reach = Int(sigma * 6)
        var (sum, total) = (0.0, 0.0)
        for offset in -reach...reach {
            let weight = exp(-Double(offset * offset) / (2 * sigma * sigma))
            let column = min(max(x + offset, 0), size.width - 1)
            sum += weight * Double(stripes[column, 0, 0]) / 65_535
            total += weight
        }
        return 255 * min(max((sum / total - 0.5) * contrast + 0.5, 0), 1)
    }

    @Test(arguments: [3.0, 4, 8, 16, 33])
    func `contrast after a blur keeps it within a level`(sigma: Double) throws {
        let contrast = 20.0
        let list = "blur(\(sigma)px) contrast(\(contrast))"
        let filters = try FilterList(list).filters(edge: .clamp)
        let result = try Self.stripes.rendered(filters)
        var worst = 0.0
        for x in 0..<Self.size.width {
            let level = Double(result[x, 12, 0]) / 257
            worst = max(worst, abs(level - Self.expected(sigma, contrast: contrast, at: x)))
        }
        #expect(worst <= 1)
    }
}
