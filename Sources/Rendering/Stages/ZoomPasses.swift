// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc
import Kernels
import Raster

/// The passes of a zoom blur, each of which averages scaled copies of the image.
///
/// A line is divided into parts. Each is shorter than the previous one by the same factor, and none
/// is longer than a pixel. The mean over a group of consecutive parts, seen from another place of
/// the line, is the mean over another such group. So a pass of *m* copies turns means over *n*
/// parts into means over *m* × *n* parts.
struct ZoomPasses {
    /// The scaled copies to average in each pass; there are at most three passes.
    let passes: [[ZoomPass.Copy]]

    /// The center of the zoom, in pixels from the top left corner.
    let center: Point

    init(_ blur: ZoomBlur, size: PixelSize) {
        let center = Point(
            x: blur.center.x * Double(size.width),
            y: blur.center.y * Double(size.height)
        )
        self.center = center
        let longest = hypot(
            max(center.x, Double(size.width) - center.x),
            max(center.y, Double(size.height) - center.y)
        )
        // The remainder of a full line is less than half a pixel.
        let rest = max(1 - blur.amount, min(0.5, 0.5 / longest))
        let parts = max(1, ceil(log(rest) / log(1 - min(0.5, 1 / longest))))
        let passCount = parts <= 4 ? 1 : parts <= 16 ? 2 : 3
        let copyCount = Int(ceil(pow(parts, 1 / Double(passCount))))
        let ratio = pow(rest, 1 / pow(Double(copyCount), Double(passCount)))
        passes = (0..<passCount).map { pass in
            let step = pow(ratio, pow(Double(copyCount), Double(pass)))
            // The first pass samples the middle of each part.
            let middle = pass == 0 ? (1 + ratio) / 2 : 1
            let scales = (0..<copyCount).map { pow(step, Double($0)) }
            let total = scales.reduce(0, +)
            return scales.map { ZoomPass.Copy(scale: $0 * middle, weight: $0 / total) }
        }
    }
}
