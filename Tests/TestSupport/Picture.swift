// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// A picture made by a formula: what blurs are tried on.
package struct Picture: Sendable, CustomStringConvertible {
    /// What a failure calls it.
    package let description: String
    /// Column, row, channel to sample.
    package let sample: @Sendable (_ x: Int, _ y: Int, _ channel: Int) -> UInt16

    /// Creates a picture.
    package init(_ description: String, sample: @escaping @Sendable (Int, Int, Int) -> UInt16) {
        self.description = description
        self.sample = sample
    }

    /// One plane, row by row.
    package func plane(_ size: PixelSize, channel: Int) -> [UInt16] {
        (0..<size.pixelCount).map { sample($0 % size.width, $0 / size.width, channel) }
    }

    /// Independent random samples.
    package static func whiteNoise(seed: UInt64) -> Picture {
        Picture("white noise, seed \(seed)") { x, y, channel in
            UInt16(truncatingIfNeeded: hash(x, y, channel, seed))
        }
    }

    /// Random samples 0 and 65,535: as white as noise can be.
    package static func blackAndWhiteNoise(seed: UInt64) -> Picture {
        Picture("black and white noise, seed \(seed)") { x, y, channel in
            hash(x, y, channel, seed) & 1 == 0 ? 0 : 65_535
        }
    }

    /// Noise whose amplitude falls with frequency, as that of photos does: octaves of value noise.
    package static func photo(seed: UInt64) -> Picture {
        Picture("photo-like noise, seed \(seed)") { x, y, channel in
            var value = 0.0
            for octave in 0..<8 {
                let scale = Double(1 << octave)
                let (u, v) = (Double(x) / scale, Double(y) / scale)
                value += scale / 256 * smoothNoise(u, v, channel, seed &+ UInt64(octave))
            }
            return UInt16(min(max((value - 0.5) * 1.6 + 0.5, 0), 1) * 65_535)
        }
    }

    /// White pixels in black, one every few rows and columns, at every phase of the period.
    package static func impulses(period: Int) -> Picture {
        Picture("impulses every \(period + 1)") { x, y, _ in
            (x + 3 * y) % (period + 1) == 0 && y % 5 == 2 ? 65_535 : 0
        }
    }

    /// White to the right of a column that is different in every row, and below that.
    package static func steps() -> Picture {
        Picture("steps") { x, y, channel in
            let edge = 20 + (channel + 1) * (y % 37)
            return (x >= edge) != (y > 40) ? 65_535 : 0
        }
    }

    /// Black and white squares.
    package static func checkerboard(side: Int) -> Picture {
        Picture("checkerboard of \(side)") { x, y, _ in
            (x / side + y / side) % 2 == 0 ? 0 : 65_535
        }
    }

    /// White rectangles two thirds of a period wide and high, on black.
    package static func tiles(period: Double) -> Picture {
        Picture("tiles of \(period)") { x, y, _ in
            func isInside(_ position: Int) -> Bool {
                (Double(position) / period).truncatingRemainder(dividingBy: 1) < 2.0 / 3
            }
            return isInside(x) && isInside(y) ? 65_535 : 0
        }
    }

    /// A sinusoid along columns, rows or both, by channel.
    package static func grating(period: Double) -> Picture {
        Picture("grating of \(period)") { x, y, channel in
            let position = Double(channel == 0 ? x : channel == 1 ? y : x + y)
            return UInt16(32_767.5 + 32_767 * sin(2 * Double.pi * position / period + 0.3))
        }
    }

    private static func smoothNoise(_ u: Double, _ v: Double, _ channel: Int, _ seed: UInt64)
        -> Double
    {
        let (i, j) = (Int(u), Int(v))
        let (s, t) = (u - Double(i), v - Double(j))
        func corner(_ di: Int, _ dj: Int) -> Double {
            Double(hash(i + di, j + dj, channel, seed) & 0xFFFF) / 65_535
        }
        let top = corner(0, 0) * (1 - s) + corner(1, 0) * s
        let bottom = corner(0, 1) * (1 - s) + corner(1, 1) * s
        return top * (1 - t) + bottom * t
    }

    private static func hash(_ x: Int, _ y: Int, _ channel: Int, _ seed: UInt64) -> UInt64 {
        let position = UInt64(truncatingIfNeeded: (y &* 65_537 &+ x) &* 4 &+ channel)
        var generator = SeededGenerator(seed: seed &* 0x9E37_79B9 ^ position)
        return generator.next()
    }
}
