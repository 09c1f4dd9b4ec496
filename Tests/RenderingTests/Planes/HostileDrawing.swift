// SPDX-License-Identifier: Apache-2.0

import Raster
import TestSupport

/// Drawings that JPEG stores badly: thin lines, frames and blocks of pure colors, at odd sizes.
enum HostileDrawing {
    /// A picture that depends on the seed alone.
    static func picture(seed: UInt64) -> Picture {
        var generator = SeededGenerator(seed: seed)
        let size = PixelSize(
            width: Int.random(in: 20...100, using: &generator),
            height: Int.random(in: 20...80, using: &generator)
        )
        var canvas = Canvas(size, color(&generator))
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
            let ink = color(&generator)
            let x = Int.random(in: 0..<size.width, using: &generator)
            let y = Int.random(in: 0..<size.height, using: &generator)
            let width = Int.random(in: 1...40, using: &generator)
            let height = Int.random(in: 1...40, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: canvas.fill(x..<(x + width), y..<(y + height), ink)
            case 1: canvas.fill(x..<(x + width), y..<(y + 1), ink)
            case 2: canvas.fill(x..<(x + 1), y..<(y + height), ink)
            case 3:
                for step in 0..<width {
                    canvas.fill((x + step)..<(x + step + 1), (y + step)..<(y + step + 1), ink)
                }
            case 4:
                // A frame of the picture's last, or first, row and column.
                let isLast = Bool.random(using: &generator)
                let (column, row) = isLast ? (size.width - 1, size.height - 1) : (0, 0)
                canvas.fill(column..<(column + 1), 0..<size.height, ink)
                canvas.fill(0..<size.width, row..<(row + 1), ink)
            default:
                // Something like text.
                for step in stride(from: 0, to: width, by: 2) {
                    let tall = Int.random(in: 1...7, using: &generator)
                    canvas.fill((x + step)..<(x + step + 1), y..<(y + tall), ink)
                }
            }
        }
        return Picture(size, .rgb) { x, y, channel in
            UInt16(canvas.pixels[y * size.width + x][channel]) * 257
        }
    }

    private static func color(_ generator: inout SeededGenerator) -> SIMD3<UInt8> {
        var color = SIMD3<UInt8>()
        for channel in 0..<3 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1: color[channel] = 0
            case 2, 3: color[channel] = 255
            default: color[channel] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return color
    }

    private struct Canvas {
        let size: PixelSize
        var pixels: [SIMD3<UInt8>]

        init(_ size: PixelSize, _ color: SIMD3<UInt8>) {
            self.size = size
            pixels = [SIMD3<UInt8>](repeating: color, count: size.pixelCount)
        }

        mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ color: SIMD3<UInt8>) {
            for y in rows.clamped(to: 0..<size.height) {
                for x in columns.clamped(to: 0..<size.width) { pixels[y * size.width + x] = color }
            }
        }
    }
}
