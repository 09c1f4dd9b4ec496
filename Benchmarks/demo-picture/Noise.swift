// SPDX-License-Identifier: Apache-2.0

/// Repeatable noise: the same coordinates give the same value on every run.
enum Noise {
    /// A value in 0..<1 that belongs to a cell of the integer grid.
    static func hash(_ x: Int32, _ y: Int32, _ seed: UInt32) -> Float {
        var h = UInt32(bitPattern: x) &* 0x8da6_b343 ^ UInt32(bitPattern: y) &* 0xd816_3841
        h ^= seed &* 0xcb1a_b31f
        h = (h ^ h >> 16) &* 0x7feb_352d
        h = (h ^ h >> 15) &* 0x846c_a68b
        return Float((h ^ h >> 16) >> 8) * 0x1p-24
    }

    /// Smooth noise in 0...1 with a feature about every unit.
    static func value(_ x: Float, _ y: Float, _ seed: UInt32) -> Float {
        let column = x.rounded(.down), row = y.rounded(.down)
        let i = Int32(column), j = Int32(row)
        let u = ease(x - column), v = ease(y - row)
        let top = mix(hash(i, j, seed), hash(i &+ 1, j, seed), u)
        let bottom = mix(hash(i, j &+ 1, seed), hash(i &+ 1, j &+ 1, seed), u)
        return mix(top, bottom, v)
    }

    /// Octaves of smooth noise, each half as strong and twice as fine as the one before, in 0...1.
    static func fractal(_ x: Float, _ y: Float, octaves: Int, seed: UInt32) -> Float {
        var sum: Float = 0, weight: Float = 0.5, total: Float = 0
        var x = x, y = y
        for octave in 0..<octaves {
            sum += weight * value(x, y, seed &+ UInt32(octave))
            total += weight
            weight *= 0.5
            // A rotation by 37 degrees keeps the octaves' grids apart.
            (x, y) = (1.6 * x - 1.2 * y, 1.2 * x + 1.6 * y)
        }
        return sum / total
    }

    private static func ease(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }
}

/// The value a fraction `t` of the way from `a` to `b`.
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

/// The color a fraction `t` of the way from `a` to `b`.
func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { a + (b - a) * t }

/// 0 up to `low`, 1 from `high` on, smooth in between.
func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = min(max((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}
