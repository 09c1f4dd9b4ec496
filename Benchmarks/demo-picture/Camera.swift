// SPDX-License-Identifier: Apache-2.0

/// Takes the picture: samples the scene, and adds what a lens and a sensor add.
struct Camera {
    let width: Int
    let height: Int

    /// Standard deviation of the grain, in levels of 255 at medium brightness.
    let grain: Float

    /// Rows of red, green and blue.
    func samples() -> [UInt8] {
        let pixel = 1 / Float(height)
        let scene = Scene(pixel: pixel)
        // The scene is composed for 3:2; other shapes see more or less of its sides.
        let left = (1.5 - Float(width) * pixel) / 2
        var samples = [UInt8](repeating: 0, count: 3 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let point = Scene.Point(
                    left + (Float(x) + 0.5) * pixel,
                    (Float(y) + 0.5) * pixel
                )
                let color = developed(scene.color(at: point), x, y)
                for channel in 0..<3 {
                    let level = min(max(color[channel], 0), 1) * 255
                    samples[3 * (y * width + x) + channel] = UInt8(level.rounded())
                }
            }
        }
        return samples
    }

    private func developed(_ light: SIMD3<Float>, _ x: Int, _ y: Int) -> SIMD3<Float> {
        let across = Float(x) / Float(width) - 0.5
        let down = Float(y) / Float(height) - 0.5
        var color = light * (1 - 0.32 * (across * across + down * down))
        // What is brighter than white rolls off, as it does on film.
        for channel in 0..<3 where color[channel] > 0.8 {
            let excess = color[channel] - 0.8
            color[channel] = 0.8 + 0.2 * excess / (0.2 + excess)
        }
        let brightness = (color * SIMD3(0.2126, 0.7152, 0.0722)).sum()
        let strength = grain / 255 * (0.35 + 1.3 * max(brightness, 0).squareRoot())
        for channel in 0..<3 {
            // Half a level of noise keeps the sky free of bands.
            color[channel] += (0.5 / 255 + strength) * gaussian(x, y, UInt32(channel))
        }
        return color
    }

    /// A number of about normal distribution that belongs to a sample.
    private func gaussian(_ x: Int, _ y: Int, _ channel: UInt32) -> Float {
        var sum: Float = 0
        for part in 0..<4 as Range<UInt32> {
            sum += Noise.hash(Int32(x), Int32(y), 977 + 13 * channel + part)
        }
        return (sum - 2) * 1.732
    }
}
