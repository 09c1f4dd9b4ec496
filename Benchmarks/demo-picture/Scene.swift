// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A mountain lake at dusk with balloons above it.
///
/// Points are in units of the picture's height, from its upper left corner; colors are sRGB, 0...1.
struct Scene {
    typealias Point = SIMD2<Float>
    typealias RGB = SIMD3<Float>

    /// Where the lake meets the land.
    static let horizon: Float = 0.64
    static let sun = Point(0.93, 0.565)

    /// The size of a pixel, by which edges are softened.
    let pixel: Float

    let balloons: [Balloon] = [
        Balloon(
            center: Point(0.40, 0.235),
            radius: 0.118,
            gores: 8,
            colors: [RGB(0.93, 0.20, 0.18), RGB(0.99, 0.83, 0.30), RGB(0.96, 0.48, 0.14)]
        ),
        Balloon(
            center: Point(1.19, 0.150),
            radius: 0.072,
            gores: 6,
            colors: [RGB(0.10, 0.62, 0.66), RGB(0.96, 0.93, 0.86)]
        ),
        Balloon(
            center: Point(0.735, 0.385),
            radius: 0.040,
            gores: 6,
            colors: [RGB(0.62, 0.22, 0.66), RGB(0.98, 0.55, 0.68)]
        ),
        Balloon(
            center: Point(1.345, 0.400),
            radius: 0.026,
            gores: 4,
            colors: [RGB(0.22, 0.42, 0.86), RGB(0.98, 0.88, 0.50)]
        ),
    ]

    /// The color at a point, without the grain of a sensor.
    func color(at point: Point) -> RGB {
        let scenery = point.y < Self.horizon ? land(at: point) : lake(at: point)
        let trees = Forest.foreground(at: point, pixel: pixel)
        return mix(scenery, RGB(0.035, 0.045, 0.065), trees)
    }

    /// Sky, mountains, far shore and balloons.
    func land(at point: Point) -> RGB {
        var color = sky(at: point)
        for range in MountainRange.all { color = range.paint(over: color, at: point, pixel: pixel) }
        let shore = Forest.farShore(at: point, pixel: pixel)
        color = mix(color, RGB(0.09, 0.08, 0.125), shore)
        color = mist(over: color, at: point)
        color += Self.villageLight(at: point)
        for balloon in balloons { color = balloon.paint(over: color, at: point, pixel: pixel) }
        return color
    }

    private func sky(at point: Point) -> RGB {
        let stops: [(at: Float, color: RGB)] = [
            (0.00, RGB(0.10, 0.13, 0.33)), (0.35, RGB(0.30, 0.24, 0.50)),
            (0.60, RGB(0.73, 0.39, 0.53)), (0.82, RGB(0.98, 0.60, 0.44)),
            (1.00, RGB(1.00, 0.83, 0.56)),
        ]
        let height = point.y / Self.horizon
        var color = stops[0].color
        for (lower, upper) in zip(stops, stops.dropFirst()) {
            color = mix(color, upper.color, smoothstep(lower.at, upper.at, height))
        }
        let distance = ((point - Self.sun) * (point - Self.sun)).sum().squareRoot()
        color += RGB(1.0, 0.55, 0.25) * (0.42 * exp(-distance * 5) + 0.16 * exp(-distance * 1.8))
        color = clouds(over: color, at: point, distance: distance)
        let disc = 1 - smoothstep(0.034 - pixel, 0.034 + pixel, distance)
        return mix(color, RGB(1.0, 0.96, 0.82), disc) + RGB(1, 0.8, 0.5) * 0.5 * exp(-distance * 22)
    }

    private func clouds(over color: RGB, at point: Point, distance: Float) -> RGB {
        func thickness(_ p: Point) -> Float {
            let warp = Noise.fractal(p.x * 2, p.y * 5, octaves: 2, seed: 90)
            return Noise.fractal(p.x * 2.1 + warp, p.y * 8.5 + warp * 1.4, octaves: 6, seed: 7)
        }
        let here = thickness(point)
        let cover = smoothstep(0.50, 0.74, here) * (1 - smoothstep(0.45, 0.62, point.y)) * 0.92
        guard cover > 0 else { return color }
        let toSun = (Self.sun - point) * (0.02 / max(distance, 0.02))
        let lit = min(max(0.46 + (here - thickness(point + toSun)) * 5.5, 0), 1)
        let near = exp(-distance * 1.6)
        let shade = mix(RGB(0.27, 0.22, 0.42), RGB(0.72, 0.36, 0.40), near)
        let light = mix(RGB(0.80, 0.50, 0.60), RGB(1.0, 0.76, 0.50), near)
        return mix(color, mix(shade, light, lit), cover)
    }

    /// Lays the evening mist above the water over a color.
    private func mist(over color: RGB, at point: Point) -> RGB {
        let height = (Self.horizon - point.y) / 0.085
        guard height > 0, height < 1.5 else { return color }
        let drift = Noise.fractal(point.x * 2.6, height * 0.9, octaves: 4, seed: 47)
        let veil = exp(-height * height * 5) * smoothstep(0.30, 0.72, drift)
        let near = 1 - smoothstep(0, 0.6, abs(point.x - Self.sun.x))
        return mix(color, mix(RGB(0.62, 0.42, 0.52), RGB(1.0, 0.70, 0.50), near), 0.62 * veil)
    }

    private func lake(at point: Point) -> RGB {
        let depth = (point.y - Self.horizon) / (1 - Self.horizon)
        // Waves look flatter and finer the farther they are.
        let scale = 1 / (0.05 + depth)
        let wave =
            Noise.fractal(point.x * 5 * scale, depth * 26 * scale, octaves: 4, seed: 31) - 0.5
        let slow = Noise.fractal(point.x * 2, point.y * 60, octaves: 3, seed: 57) - 0.5
        let bend = (wave * 0.05 + slow * 0.02) * (0.15 + depth)
        let mirrored = Point(
            point.x + bend * 0.35,
            2 * Self.horizon - point.y - abs(bend) - 0.004
        )
        var color = land(at: mirrored)
        let water = mix(RGB(0.15, 0.17, 0.31), RGB(0.03, 0.08, 0.15), depth)
        color = mix(color * RGB(0.90, 0.88, 0.92), water, 0.12 + 0.50 * depth * depth)
        let column = (point.x - Self.sun.x) / (0.035 + 0.10 * depth)
        let glitter = smoothstep(0.03, 0.20, wave) * exp(-column * column)
        return color + RGB(1.0, 0.70, 0.38) * glitter * (0.75 - 0.35 * depth)
    }

    /// The windows of a village on the far shore.
    private static func villageLight(at point: Point) -> RGB {
        let spacing: Float = 0.011
        let column = Int32((point.x / spacing).rounded(.down))
        var light = RGB.zero
        for cell in (column - 1)...(column + 1) {
            let center = (Float(cell) + 0.2 + 0.6 * Noise.hash(cell, 1, 5)) * spacing
            let density = smoothstep(0.24, 0.06, abs(center - 1.22))
            guard Noise.hash(cell, 2, 5) < density * 0.8 else { continue }
            let row = horizon - 0.003 - 0.022 * Noise.hash(cell, 3, 5)
            let offset = point - Point(center, row)
            let distance = (offset * offset).sum().squareRoot()
            let warmth = mix(RGB(1, 0.66, 0.28), RGB(1, 0.92, 0.74), Noise.hash(cell, 4, 5))
            light += warmth * (1.3 * exp(-distance * 900) + 0.22 * exp(-distance * 200))
        }
        return light
    }
}
