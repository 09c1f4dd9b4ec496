// SPDX-License-Identifier: Apache-2.0

@testable import Codecs

/// Color profiles for tests.
enum TestProfile {
    /// That of Display P3.
    static let displayP3: [UInt8] = made(.standard, [0.68, 0.32, 0.265, 0.69, 0.15, 0.06])

    /// That of Adobe RGB.
    static let adobeRGB: [UInt8] = made(
        ParametricCurve(g: 563.0 / 256),
        [0.64, 0.33, 0.21, 0.71, 0.15, 0.06]
    )

    /// That of gray as light, without a curve.
    static let linearGray: [UInt8] = ICCProfile.making(ParametricCurve(g: 1), nil) ?? []

    private static func made(_ curve: ParametricCurve, _ primaries: [Double]) -> [UInt8] {
        ICCProfile.making(curve, Chromaticities([0.3127, 0.329] + primaries)) ?? []
    }

    /// A profile of tables in which every color is the same: 50 % light, reddish and bluish in Lab.
    ///
    /// - Parameters:
    ///   - channels: The four letters of the color space.
    ///   - count: The number of channels.
    ///   - grid: The number of entries of a table for each channel, as the profile tells it.
    /// - Returns: The profile.
    static func tables(_ channels: String, _ count: Int, grid: UInt8 = 2) -> [UInt8] {
        var nodes = 1
        for _ in 0..<count { nodes *= 2 }
        let toLab = table(from: count, to: 3, grid: grid, [128, 168, 98], nodes)
        let fromLab = table(from: 3, to: count, grid: 2, [UInt8](repeating: 51, count: count), 8)
        return file(channels, "prtr", "Lab ", [("A2B0", toLab), ("B2A0", fromLab)])
    }

    /// A profile of RGB whose tags for floating-point numbers, which the library prefers, are `contents`.
    static func withElements(_ contents: [UInt8]) -> [UInt8] {
        let tables = table(from: 3, to: 3, grid: 2, [128, 168, 98], 8)
        return file("RGB ", "prtr", "Lab ", [("A2B0", tables), ("D2B0", contents)])
    }

    /// A profile that names code points of video.
    static func codingPoints(_ primaries: UInt8, _ transfer: UInt8) -> [UInt8] {
        let points = Array("cicp".utf8) + [0, 0, 0, 0, primaries, transfer, 0, 1]
        return file("RGB ", "mntr", "XYZ ", [("cicp", points)])
    }

    private static func table(
        from inputs: Int,
        to outputs: Int,
        grid: UInt8,
        _ entry: [UInt8],
        _ nodes: Int
    ) -> [UInt8] {
        let ramp = (0...255).map { UInt8($0) }
        let identity: [[UInt8]] = (0..<9).map { $0 % 4 == 0 ? [0, 1, 0, 0] : [0, 0, 0, 0] }
        var bytes = Array("mft1".utf8) + [0, 0, 0, 0, UInt8(inputs), UInt8(outputs), grid, 0]
        bytes += identity.joined()
        for _ in 0..<inputs { bytes += ramp }
        for _ in 0..<nodes { bytes += entry }
        for _ in 0..<outputs { bytes += ramp }
        return bytes
    }

    /// A profile of version 2 with some tags.
    static func file(
        _ channels: String,
        _ kind: String,
        _ connection: String,
        _ tags: [(name: String, contents: [UInt8])]
    ) -> [UInt8] {
        var table = word(tags.count)
        var contents: [UInt8] = []
        let start = 132 + 12 * tags.count
        for tag in tags {
            table += Array(tag.name.utf8) + word(start + contents.count) + word(tag.contents.count)
            contents += tag.contents + [UInt8](repeating: 0, count: -tag.contents.count & 3)
        }
        var header = word(start + contents.count) + word(0) + [2, 0x40, 0, 0]
        header += Array((kind + channels + connection).utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28)
        header += [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + contents
    }

    static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
    }
}
