// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import TestSupport
import Testing

@testable import Rendering

@Suite struct ColorPaletteTests {
    private static let clusters = [
        (Color(red: 200, green: 40, blue: 40), 500), (Color(red: 30, green: 90, blue: 200), 300),
        (Color(red: 240, green: 220, blue: 60), 150), (Color(red: 20, green: 120, blue: 50), 50),
    ]

    /// Colors around those of the clusters, in an order that a seed decides.
    private static func grid(noise: Double, seed: UInt64 = 1) -> ColorGrid {
        var generator = SeededGenerator(seed: seed)
        var colors = clusters.flatMap { color, count in
            (0..<count).map { _ in
                func shaken(_ channel: UInt8) -> Double {
                    Double(channel) / 255 + Double.random(in: -noise...noise, using: &generator)
                }
                return StraightColor(
                    red: shaken(color.red),
                    green: shaken(color.green),
                    blue: shaken(color.blue)
                )
            }
        }
        colors.shuffle(using: &generator)
        return ColorGrid(size: PixelSize(width: 50, height: 20), colors: colors)
    }

    @Test func `finds flat colors exactly, the largest first`() {
        let palette = ColorPalette(of: Self.grid(noise: 0), count: 5)
        #expect(palette.entries.map(\.color) == Self.clusters.map(\.0))
        #expect(palette.entries.map(\.share) == [0.5, 0.3, 0.15, 0.05])
    }

    @Test(arguments: 1...8)
    func `finds the middles of noisy colors`(seed: UInt64) {
        let palette = ColorPalette(of: Self.grid(noise: 0.05, seed: seed), count: 4)
        for (entry, cluster) in zip(palette.entries, Self.clusters) {
            let channels = [
                (entry.color.red, cluster.0.red), (entry.color.green, cluster.0.green),
                (entry.color.blue, cluster.0.blue),
            ]
            for (found, expected) in channels { #expect(abs(Int(found) - Int(expected)) <= 4) }
            #expect(abs(entry.share - Double(cluster.1) / 1000) < 0.001)
        }
    }

    @Test(arguments: 1...16)
    func `has no more colors than are asked for, and no order of pixels changes them`(count: Int) {
        let grid = Self.grid(noise: 0.1)
        let turned = ColorGrid(size: grid.size, colors: grid.colors.reversed())
        let palette = ColorPalette(of: grid, count: count)
        #expect(palette.entries.count == count)
        #expect(
            palette.entries.map(\.color)
                == ColorPalette(of: turned, count: count).entries.map(\.color)
        )
        #expect(abs(palette.entries.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    }

    @Test func `counts pixels by their alpha`() {
        let colors = [
            StraightColor(red: 1, green: 0, blue: 0, alpha: 0.2),
            StraightColor(red: 0, green: 0, blue: 1, alpha: 0.6),
            StraightColor(red: 0, green: 1, blue: 0, alpha: 0),
        ]
        let grid = ColorGrid(size: PixelSize(width: 3, height: 1), colors: colors)
        let palette = ColorPalette(of: grid, count: 5)
        #expect(
            palette.entries.map(\.color) == [
                Color(red: 0, green: 0, blue: 255), Color(red: 255, green: 0, blue: 0),
            ]
        )
        #expect(abs(palette.entries[0].share - 0.75) < 1e-9)
        let none = ColorGrid(size: PixelSize(width: 1, height: 1), colors: [colors[2]])
        #expect(ColorPalette(of: none, count: 5).entries.isEmpty)
    }

    /// The reference is that of Ottosson, 2020, "Table of example XYZ and Oklab pairs", and CSS Color 4.
    @Test func `converts to Oklab and back as published`() throws {
        let red = StraightColor(red: 1, green: 0, blue: 0).oklab
        for (found, expected) in zip([red.x, red.y, red.z], [0.62796, 0.22486, 0.12585]) {
            #expect(abs(found - expected) < 1e-4)
        }
        for level in stride(from: 0, through: 1, by: 0.125) {
            let color = StraightColor(red: level, green: 1 - level, blue: level * level)
            let back = StraightColor(oklab: color.oklab)
            #expect(abs(back.red - color.red) < 1e-4)
            #expect(abs(back.green - color.green) < 1e-4)
            #expect(abs(back.blue - color.blue) < 1e-4)
        }
    }
}
