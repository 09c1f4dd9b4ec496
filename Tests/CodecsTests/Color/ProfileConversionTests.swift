// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import TestSupport
import Testing

@testable import Codecs

@Suite struct ProfileConversionTests {
    /// The transfer function of sRGB, and its inverse.
    private static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        let light = min(max(light, 0), 1)
        return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The matrices of CSS Color Module Level 4, section 18, multiplied out.
    private static let spaces:
        [(name: String, profile: [UInt8], matrix: [[Double]], power: Double?)] = [
            (
                "Display P3", TestProfile.displayP3,
                [
                    [0.822461968, 0.177538032, 0], [0.033194199, 0.966805801, 0],
                    [0.017082631, 0.072397441, 0.910519928],
                ], nil
            ),
            (
                "Adobe RGB", TestProfile.adobeRGB,
                [
                    [0.715125665, 0.284874335, 0], [0, 1, 0],
                    [0, 0.041161948, 0.958838052],
                ], 256.0 / 563
            ),
        ]

    /// The tolerance for a sample, in levels of 255.
    ///
    /// The numbers of a profile have 16 bits behind the point, which powers enlarge in the dark.
    private static func tolerance(_ wanted: Double) -> Double { wanted > 0.03 ? 0.06 : 0.5 }

    private static func exact(
        _ color: StraightColor,
        _ matrix: [[Double]],
        _ power: Double?
    ) -> [Double] {
        let lights = [light(color.red), light(color.green), light(color.blue)]
        return matrix.map { row in
            let sum = zip(row, lights).reduce(0) { $0 + $1.0 * $1.1 }
            return power.map { pow(max(sum, 0), $0) } ?? encoded(sum)
        }
    }

    @Test(arguments: 0..<2)
    func `colors of sRGB get the samples of another space`(index: Int) throws {
        let space = Self.spaces[index]
        let conversion = try #require(
            ProfileConversion(from: nil, to: space.profile, layout: .rgb)
        )
        var random = SeededGenerator(seed: 20)
        for _ in 0..<2000 {
            let color = StraightColor(
                red: .random(in: 0...1, using: &random),
                green: .random(in: 0...1, using: &random),
                blue: .random(in: 0...1, using: &random),
                alpha: .random(in: 0...1, using: &random)
            )
            let result = conversion.convert(color)
            let expected = Self.exact(color, space.matrix, space.power)
            for (value, wanted) in zip([result.red, result.green, result.blue], expected) {
                #expect(
                    abs(value - wanted) * 255 < Self.tolerance(wanted),
                    "\(color) in \(space.name)"
                )
            }
            #expect(result.alpha == color.alpha)
        }
    }

    @Test(arguments: 0..<2)
    func `rows are converted as colors are, and back`(index: Int) throws {
        let space = Self.spaces[index]
        let size = PixelSize(width: 301, height: 7)
        let picture = Picture.noise(size, .rgba)
        var band = picture.band(from: 0, capacity: picture.size.height)
        let conversion = try #require(
            ProfileConversion(from: nil, to: space.profile, layout: .rgba)
        )
        conversion.makeRowColors().apply(to: &band)
        var (worst, keepsAlpha) = (0.0, true)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let channels = (0..<3).map { Double(picture.planes[$0][y * 301 + x]) / 65_535 }
                let color = StraightColor(red: channels[0], green: channels[1], blue: channels[2])
                for (channel, wanted) in Self.exact(color, space.matrix, space.power).enumerated() {
                    let value = Double(band.row(y, of: channel)[x]) / 65_535
                    worst = max(worst, abs(value - wanted) * 255 / Self.tolerance(wanted))
                }
                keepsAlpha = keepsAlpha && band.row(y, of: 3)[x] == picture.planes[3][y * 301 + x]
            }
        }
        #expect(worst < 1 && keepsAlpha, "\(worst) in \(space.name)")
        let back = try #require(ProfileConversion(from: space.profile, to: nil, layout: .rgba))
        back.makeRowColors().apply(to: &band)
        let result = Picture(size, .rgba) { x, y, channel in band.row(y, of: channel)[x] }
        #expect(result.distance(to: picture) < 0.2)
    }

    @Test func `gray is converted by its curve alone`() throws {
        let conversion = try #require(
            ProfileConversion(from: TestProfile.linearGray, to: nil, layout: .grayAlpha)
        )
        let picture = Picture.slopes(PixelSize(width: 256, height: 2), .grayAlpha)
        var band = picture.band(from: 0, capacity: picture.size.height)
        conversion.makeRowColors().apply(to: &band)
        for x in 0..<256 {
            let wanted = Self.encoded(Double(x) / 255)
            #expect(abs(Double(band.row(0, of: 0)[x]) / 65_535 - wanted) * 255 < 0.05)
        }
        #expect(abs(conversion.convert(StraightColor(white: 128.0 / 255)).red * 255 - 188) < 0.6)
        let back = try #require(
            ProfileConversion(from: nil, to: TestProfile.linearGray, layout: .gray)
        )
        #expect(abs(back.convert(StraightColor(white: 188.0 / 255)).red * 255 - 128) < 0.6)
    }

    @Test func `a gray picture keeps its lightness in a space of colors`() throws {
        let conversion = try #require(
            ProfileConversion(from: nil, to: TestProfile.adobeRGB, layout: .gray)
        )
        let wanted = pow(Self.light(0.5), 256.0 / 563)
        #expect(abs(conversion.convert(StraightColor(white: 0.5)).red - wanted) * 255 < 0.05)
    }

    @Test func `profiles of sRGB need no conversion`() throws {
        let profile = try Fixture("srgb.icc").bytes
        #expect(ProfileConversion(from: profile, to: nil, layout: .rgb) == nil)
        #expect(ProfileConversion(from: nil, to: profile, layout: .rgb) == nil)
        let displayP3 = TestProfile.displayP3
        #expect(ProfileConversion(from: displayP3, to: displayP3, layout: .rgb) == nil)
        #expect(ProfileConversion(from: displayP3, to: profile, layout: .rgb) != nil)
    }

    /// Lab (50.2, 40, −30) in sRGB, from the formulas of ICC.1 and the matrix of Bradford.
    private static let ofTables: [Double] = [0.6503, 0.3599, 0.6729]

    @Test func `tables are looked up by the library`() throws {
        let profile = TestProfile.tables("RGB ", 3)
        let conversion = try #require(ProfileConversion(from: profile, to: nil, layout: .rgb))
        var band = Picture.noise(PixelSize(width: 33, height: 2), .rgb).band(from: 0, capacity: 2)
        conversion.makeRowColors().apply(to: &band)
        for channel in 0..<3 {
            let value = Double(band.row(1, of: channel)[32]) / 65_535
            #expect(abs(value - Self.ofTables[channel]) * 255 < 1)
        }
        let color = StraightColor(red: 1, green: 0.2, blue: 0.3, alpha: 0.4)
        let back = try #require(ProfileConversion(from: nil, to: profile, layout: .rgb))
        let result = back.convert(color)
        for value in [result.red, result.green, result.blue] { #expect(abs(value - 0.2) < 0.01) }
        #expect(result.alpha == 0.4)
        let gray = try #require(ProfileConversion(from: nil, to: profile, layout: .gray))
        #expect(abs(gray.convert(StraightColor(white: 0.7)).green - 0.2) < 0.01)
    }

    /// The same color of ink behind the compensation of black points, as the gray of that lightness, but at
    /// most 50, becomes black.
    private static let ofInks: [Double] = [0.5276, 0, 0.5633]

    @Test func `inks are converted by their profile`() throws {
        for name in ["cmyk-adobe", "cmyk-plain", "ycck"] {
            let file = try Fixture(name + ".jpg").bytes
            let label = Array("ICC_PROFILE\0".utf8) + [1, 1]
            let profile = HandMade.segment(0xE2, label + TestProfile.tables("CMYK", 4))
            let profiled = Array(file[..<2]) + profile + file[2...]
            let decoded = try Picture(profiled)
            for (plane, wanted) in zip(decoded.planes, Self.ofInks) {
                #expect(
                    plane.allSatisfy { abs(Double($0) / 65_535 - wanted) * 255 < 1 },
                    "\(name): \(plane[0]) instead of \(wanted * 65_535)"
                )
            }
            #expect(try ImageDecoder(bytes: profiled).iccProfile == nil)
            // One for other channels is ignored.
            let other = HandMade.segment(0xE2, label + TestProfile.displayP3)
            #expect(try Picture(Array(file[..<2]) + other + file[2...]) == Picture(file))
        }
    }

    // MARK: Profiles of strangers

    @Test func `a profile that cannot be used counts as sRGB`() {
        let broken = Array(TestProfile.displayP3.prefix(200))
        #expect(ProfileConversion(from: broken, to: nil, layout: .rgb) == nil)
        #expect(ProfileConversion(from: nil, to: broken, layout: .rgb) == nil)
        let link = TestProfile.file("RGB ", "link", "RGB ", [])
        #expect(ProfileConversion(from: link, to: nil, layout: .rgb) == nil)
    }

    /// The library would allocate the table before it finds that the bytes are missing.
    @Test func `a table that would take all memory is refused`() {
        let profile = TestProfile.tables("RGB ", 3, grid: 255)
        #expect(ProfileConversion(from: profile, to: nil, layout: .rgb) == nil)
        let inks = TestProfile.tables("CMYK", 4, grid: 200)
        #expect(TableConversion(.inks(isInverted: false), from: inks, to: nil) == nil)
    }

    /// Each of its entries may be evaluated for each pixel, and all may be the same bytes.
    @Test func `a list of elements is not evaluated`() throws {
        let count = 10_000
        let list =
            Array("mpet".utf8) + TestProfile.word(0) + [0, 3, 0, 3] + TestProfile.word(count)
        let place = TestProfile.word(list.count + 8 * count) + TestProfile.word(36)
        var elements = list
        for _ in 0..<count { elements += place }
        elements += [UInt8](repeating: 0, count: 36)
        let profile = TestProfile.withElements(elements)
        let conversion = try #require(ProfileConversion(from: profile, to: nil, layout: .rgb))
        let result = conversion.convert(StraightColor(white: 0.5))
        #expect(abs(result.red - Self.ofTables[0]) * 255 < 1)
    }

    @Test(arguments: 0..<4)
    func `damaged profiles end in a conversion or in none`(kind: Int) throws {
        let originals = [
            try Fixture("srgb.icc").bytes, TestProfile.adobeRGB, TestProfile.tables("RGB ", 3),
            TestProfile.linearGray,
        ]
        let layout: ChannelLayout = kind == 3 ? .gray : .rgb
        var random = SeededGenerator(seed: UInt64(kind))
        for _ in 0..<400 {
            var profile = originals[kind]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 128..<min(profile.count, 700), using: &random)
                profile[place] = .random(in: 0...255, using: &random)
            }
            let conversion = ProfileConversion(from: profile, to: nil, layout: layout)
            let color = conversion?.convert(StraightColor(red: 0.2, green: 0.5, blue: 0.9))
            for value in [color?.red, color?.green, color?.blue] {
                #expect((0...1).contains(value ?? 0))
            }
        }
    }
}
