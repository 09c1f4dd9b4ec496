// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import TestSupport

extension BenchmarkPicture {
    /// The mean of red, green and blue.
    func gray() -> BenchmarkPicture {
        BenchmarkPicture(size, .gray) { _, x, y in
            (0..<3).reduce(0) { $0 + Double(sample($1, x, y)) } / (3 * 65_535)
        }
    }

    /// The picture inside of a disk with a soft edge.
    func faded() -> BenchmarkPicture {
        let (width, height) = (Double(size.width), Double(size.height))
        return BenchmarkPicture(size, .rgba) { channel, x, y in
            if channel < 3 { return Double(sample(channel, x, y)) / 65_535 }
            return 3 - 6 * hypot(Double(x) / width - 0.5, Double(y) / height - 0.5)
        }
    }

    /// Cards with round corners, lines of text and disks on a flat ground, transparent at the right.
    static func drawing(_ size: PixelSize) -> BenchmarkPicture {
        BenchmarkPicture(size, .rgba) { channel, x, y in
            let (column, row) = (x / 240, y / 160)
            let (u, v) = (Double(x % 240) - 120, Double(y % 160) - 80)
            let card = coverage(max(abs(u) - 90, 0), max(abs(v) - 50, 0), radius: 16)
            if channel == 3 { return column < 4 ? 1 : card }
            let disk = coverage(u + 70, v + 30, radius: 18)
            let paper = [0.96, 0.95, 0.98][channel]
            let ink = [0.10, 0.12, 0.20][channel]
            let mark = [0.2, 0.5, 0.9][(channel + column + row) % 3]
            var light = [0.78, 0.84, 0.88][channel] * (1 - card) + paper * card
            if isInked(x, y, u, v) { light = ink }
            light = light * (1 - disk) + mark * disk
            return light
        }
    }

    /// How much of a pixel a disk covers.
    private static func coverage(_ u: Double, _ v: Double, radius: Double) -> Double {
        min(1, max(0, radius - hypot(u, v)))
    }

    /// Whether a pixel belongs to a letter: one of 24 in cells of 8 by 14, of bars and gaps.
    private static func isInked(_ x: Int, _ y: Int, _ u: Double, _ v: Double) -> Bool {
        guard (-40...90).contains(u), (-42...46).contains(v) else { return false }
        let (cell, line) = (x / 8, y / 14)
        let letter = (cell &* 7 &+ line &* 11 &+ cell &* line) % 24
        guard letter > 3, x % 8 < 6, y % 14 < 10 else { return false }
        return (letter &* 2_654_435_761) >> (x % 8 / 2 + 3 * (y % 14 / 3)) & 1 == 1
    }

    /// Colors that change evenly from corner to corner.
    static func slopes(_ size: PixelSize) -> BenchmarkPicture {
        let (width, height) = (Double(size.width), Double(size.height))
        return BenchmarkPicture(size, .rgb) { channel, x, y in
            let (u, v) = (Double(x) / width, Double(y) / height)
            return [u, v, (u + v) / 2][channel]
        }
    }

    /// Bytes of which each is as likely as any other.
    static func noise(_ size: PixelSize) -> BenchmarkPicture {
        var generator = SeededGenerator(seed: 1)
        return BenchmarkPicture(size, .rgb) { _, _, _ in
            Double(UInt8.random(in: 0...255, using: &generator)) / 255
        }
    }
}
