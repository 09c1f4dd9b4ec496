// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The sine and cosine of an angle, exact for multiples of 90°.
struct Turn {
    let sine: Double
    let cosine: Double

    init(degrees: Double) {
        let angle = degrees.remainder(dividingBy: 360)
        switch angle {
        case 0: (sine, cosine) = (0, 1)
        case 90: (sine, cosine) = (1, 0)
        case -90: (sine, cosine) = (-1, 0)
        case 180, -180: (sine, cosine) = (0, -1)
        default:
            let radians = angle * .pi / 180
            (sine, cosine) = (sin(radians), cos(radians))
        }
    }
}
