// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One silhouette of mountains, hazier the farther it is.
struct MountainRange {
    typealias RGB = SIMD3<Float>

    /// Height of the highest peaks, in picture heights.
    let height: Float
    /// Peaks per picture height.
    let frequency: Float
    /// The color of the rock, and how much of it the air hides.
    let rock: RGB, haze: Float
    let seed: UInt32

    /// The ranges, farthest first.
    static let all = [
        MountainRange(
            height: 0.37,
            frequency: 1.7,
            rock: RGB(0.40, 0.33, 0.50),
            haze: 0.60,
            seed: 104
        ),
        MountainRange(
            height: 0.25,
            frequency: 2.3,
            rock: RGB(0.26, 0.23, 0.38),
            haze: 0.42,
            seed: 211
        ),
        MountainRange(
            height: 0.15,
            frequency: 3.1,
            rock: RGB(0.16, 0.16, 0.27),
            haze: 0.22,
            seed: 323
        ),
    ]

    /// Lays the range over a color where it covers the point.
    func paint(over color: RGB, at point: Scene.Point, pixel: Float) -> RGB {
        let crest = Scene.horizon - elevation(at: point.x)
        let cover = smoothstep(crest - pixel, crest + pixel, point.y)
        guard cover > 0 else { return color }
        let below = point.y - crest
        let folds = Noise.fractal(
            point.x * 16 + below * 14,
            point.y * 9 - below * 6,
            octaves: 6,
            seed: seed &+ 50
        )
        let facing: Float = (elevation(at: point.x + 0.006) - elevation(at: point.x - 0.006)) * 26
        let towardSun = point.x < Scene.sun.x ? -facing : facing
        let light = min(max(0.45 + (folds - 0.5) * 2.4 + towardSun * 0.35, 0), 1)
        var surface = mix(rock * 0.72, rock * 1.05 + RGB(0.30, 0.13, 0.06), light)
        if height > 0.3 {
            let snow = smoothstep(0.50, 0.60, folds + 0.18 - below * 2.2)
            surface = mix(
                surface,
                mix(RGB(0.60, 0.52, 0.70), RGB(1, 0.83, 0.76), light),
                snow * 0.85
            )
        }
        let mist = smoothstep(0.0, height, point.y - (Scene.horizon - height))
        let air = mix(RGB(0.80, 0.50, 0.52), RGB(1.0, 0.72, 0.50), nearSun(point.x))
        let hidden = min(haze * (0.40 + 0.75 * mist * mist), 1)
        return mix(color, mix(surface, air, hidden), cover)
    }

    private func nearSun(_ x: Float) -> Float {
        1 - smoothstep(0, 0.75, abs(x - Scene.sun.x))
    }

    /// How far the range rises above the horizon.
    private func elevation(at x: Float) -> Float {
        var sum: Float = 0, weight: Float = 0.55, scale = frequency
        for octave in 0..<7 {
            let noise = Noise.value(x * scale + 3, 0.5, seed &+ UInt32(octave))
            // Folded noise has the sharp ridges of worn rock.
            sum += weight * (1 - abs(2 * noise - 1))
            weight *= 0.47
            scale *= 2.1
        }
        let notch = exp2(-abs(x - Scene.sun.x) * abs(x - Scene.sun.x) * 26)
        return height * sum * (1 - 0.62 * notch)
    }

}
