// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A striped hot-air balloon with its basket.
struct Balloon {
    typealias RGB = SIMD3<Float>

    let center: Scene.Point
    let radius: Float
    /// Stripes on the visible half.
    let gores: Int
    let colors: [RGB]

    /// Lays the balloon over a color where it covers the point.
    func paint(over color: RGB, at point: Scene.Point, pixel: Float) -> RGB {
        let local = (point - center) / radius
        guard abs(local.x) < 1.1, local.y > -1.1, local.y < 2 else { return color }
        let soft = pixel / radius
        var result = mix(color, RGB(0.20, 0.12, 0.10), rigging(at: local, soft: soft))
        let half = halfWidth(at: local.y)
        let inside = smoothstep(half + soft, half - soft, abs(local.x))
        guard inside > 0, half > 0 else { return result }
        result = mix(result, cloth(at: local, half: half), inside)
        return result
    }

    private func halfWidth(at y: Float) -> Float {
        switch y {
        case -1..<0: (1 - y * y).squareRoot()
        case 0..<1.28: 0.20 + 0.80 * cos(y / 1.28 * .pi / 2)
        default: 0
        }
    }

    private func cloth(at local: Scene.Point, half: Float) -> RGB {
        let across = min(max(local.x / half, -1), 1)
        let longitude = asin(across) / .pi + 0.5
        let gore = longitude * Float(gores)
        let zigzag = abs(local.y + 0.12 - 0.10 * abs(2 * (gore - gore.rounded(.down)) - 1)) < 0.10
        var color = colors[(Int(gore) + (zigzag ? 1 : 0)) % colors.count]
        let seam = abs(gore - gore.rounded())
        color *= 1 - 0.22 * (1 - smoothstep(0, 0.06, seam))
        let normal = SIMD3(across, min(local.y, 0.9), (1 - across * across).squareRoot())
        let toSun = Scene.sun - center
        let length = (toSun * toSun).sum().squareRoot()
        let light = SIMD3(toSun.x / length, toSun.y / length, 0.55) / 1.14
        let diffuse = max((normal * light).sum(), 0)
        let burner = RGB(1.0, 0.62, 0.25) * 0.42 * exp(-(local.y - 1.2) * (local.y - 1.2) * 3)
        return color * (0.40 + 0.72 * diffuse) * RGB(1.06, 0.96, 0.92) + burner * color
    }

    /// How much of the point the ropes and the basket cover.
    private func rigging(at local: Scene.Point, soft: Float) -> Float {
        let x = abs(local.x)
        let basket =
            smoothstep(0.15 + soft, 0.15 - soft, x)
            * smoothstep(1.62 - soft, 1.62 + soft, local.y)
            * smoothstep(1.84 + soft, 1.84 - soft, local.y)
        let slant = 0.20 - 0.06 * (local.y - 1.28) / 0.34
        let rope = smoothstep(0.018 + soft, 0.018 - soft, abs(x - slant))
        return max(basket, local.y > 1.26 && local.y < 1.64 ? rope : 0)
    }
}
