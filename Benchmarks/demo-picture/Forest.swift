// SPDX-License-Identifier: Apache-2.0

/// Silhouettes of conifers, as how much of a point they cover.
enum Forest {
    /// The wooded strip on the other side of the lake.
    static func farShore(at point: Scene.Point, pixel: Float) -> Float {
        let bank =
            Scene.horizon - 0.012 - 0.022 * Noise.fractal(point.x * 3, 0, octaves: 3, seed: 71)
        var cover = smoothstep(bank - pixel, bank + pixel, point.y)
        guard cover < 1, point.y > bank - 0.06 else { return cover }
        cover = max(
            cover,
            row(at: point, foot: bank, spacing: 0.009, height: 0.034, seed: 73, pixel: pixel)
        )
        return cover
    }

    /// Tall trees and the bank that frame the picture.
    static func foreground(at point: Scene.Point, pixel: Float) -> Float {
        let left = 1 - smoothstep(0.0, 0.42, point.x)
        let right = smoothstep(1.06, 1.5, point.x)
        let grass = 0.05 * Noise.value(point.x * 160, 2, 81) * Noise.value(point.x * 31, 3, 82)
        let bank =
            1.0 - 0.035 - 0.17 * (left * left + right * right * 0.8) - grass
            - 0.03 * Noise.fractal(point.x * 4, 1, octaves: 4, seed: 83)
        var cover = smoothstep(bank - pixel, bank + pixel, point.y)
        let size = left * 0.62 + right * 0.50
        if cover < 1, size > 0.02 {
            let foot = 0.97 - 0.06 * size
            for (seed, scale) in [(91, 1.0), (95, 0.72)] as [(UInt32, Float)] {
                cover = max(
                    cover,
                    row(
                        at: point,
                        foot: foot,
                        spacing: 0.085 * scale,
                        height: size * scale,
                        seed: seed,
                        pixel: pixel
                    )
                )
            }
        }
        return cover
    }

    private static func row(
        at point: Scene.Point,
        foot: Float,
        spacing: Float,
        height: Float,
        seed: UInt32,
        pixel: Float
    ) -> Float {
        let column = Int32((point.x / spacing).rounded(.down))
        var cover: Float = 0
        for cell in (column - 1)...(column + 1) {
            let trunk = (Float(cell) + 0.15 + 0.7 * Noise.hash(cell, 0, seed)) * spacing
            let tall = height * (0.45 + 0.55 * Noise.hash(cell, 1, seed))
            cover = max(
                cover,
                tree(at: point, trunk: trunk, foot: foot, height: tall, seed: seed, pixel: pixel)
            )
        }
        return cover
    }

    private static func tree(
        at point: Scene.Point,
        trunk: Float,
        foot: Float,
        height: Float,
        seed: UInt32,
        pixel: Float
    ) -> Float {
        let down = (point.y - (foot - height)) / height
        guard down > 0, down < 1.2 else { return 0 }
        let tiers = down * 13
        let tier = tiers - tiers.rounded(.down)
        // Branches hang: each tier widens downward, and needles fray its edge.
        let fray = Noise.value(point.x / height * 90, point.y / height * 70, seed) - 0.5
        let width =
            height
            * (0.012 + 0.155 * down * (0.55 + 0.45 * tier) + 0.045 * fray * down.squareRoot())
        return smoothstep(width + pixel, width - pixel, abs(point.x - trunk))
    }
}
