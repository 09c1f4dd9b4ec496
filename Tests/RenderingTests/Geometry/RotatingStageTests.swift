// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Glibc
import Raster
import Testing

@testable import Rendering

@Suite struct RotatingStageTests {
    /// Places of a picture are averaged in double precision, one pixel after the other.
    private struct Reference {
        let picture: Picture
        let rotation: Rotation

        /// A premultiplied sample of the picture that has no edges, in `0...1`.
        func sample(_ x: Int, _ y: Int, _ channel: Int) -> Double {
            let angle = rotation.degrees * .pi / 180
            let (dx, dy) = (
                Double(x) + 0.5 - rotation.center.x, Double(y) + 0.5 - rotation.center.y
            )
            let column = cos(angle) * dx + sin(angle) * dy + Double(picture.size.width) / 2
            let row = cos(angle) * dy - sin(angle) * dx + Double(picture.size.height) / 2
            var (sum, total) = (0.0, 0.0)
            let reach = Int(rotation.kernel.support.rounded(.up)) + 1
            for v in (Int(row) - reach)...(Int(row) + reach) {
                for u in (Int(column) - reach)...(Int(column) + reach) {
                    let weight =
                        rotation.kernel.weight(at: Double(u) + 0.5 - column)
                        * rotation.kernel.weight(at: Double(v) + 0.5 - row)
                    let place = (
                        min(max(u, 0), picture.size.width - 1),
                        min(max(v, 0), picture.size.height - 1)
                    )
                    var value = Double(picture[place.0, place.1, channel]) / 65_535
                    if picture.layout.hasAlpha, channel < picture.layout.channelCount - 1 {
                        let alpha = picture[place.0, place.1, picture.layout.channelCount - 1]
                        value *= Double(alpha) / 65_535
                    }
                    sum += weight * value
                    total += weight
                }
            }
            return min(max(sum / total, 0), 1)
        }

        /// The area of a pixel inside of the turned picture, from 32 × 32 places in it.
        func area(_ x: Int, _ y: Int) -> Double {
            let angle = rotation.degrees * .pi / 180
            var count = 0
            for v in 0..<32 {
                for u in 0..<32 {
                    let dx = Double(x) + (Double(u) + 0.5) / 32 - rotation.center.x
                    let dy = Double(y) + (Double(v) + 0.5) / 32 - rotation.center.y
                    let column = cos(angle) * dx + sin(angle) * dy
                    let row = cos(angle) * dy - sin(angle) * dx
                    if abs(column) < Double(picture.size.width) / 2,
                        abs(row) < Double(picture.size.height) / 2
                    {
                        count += 1
                    }
                }
            }
            return Double(count) / 1024
        }
    }

    private static let size = PixelSize(width: 31, height: 22)

    private static func rotation(
        _ degrees: Double,
        _ outside: Rotation.Outside,
        _ kernel: ResamplingKernel = .lanczos3
    ) -> Rotation {
        Rotation(
            degrees: degrees,
            size: PixelSize(width: 40, height: 39),
            center: Point(x: 19.75, y: 19.5),
            outside: outside,
            kernel: kernel
        )
    }

    @Test(
        arguments: [-45, -12.5, 0.5, 3, 30],
        [ResamplingKernel.lanczos3, .catmullRom, .mitchell, .triangle]
    )
    func `is within a level of sums in double precision`(
        degrees: Double,
        kernel: ResamplingKernel
    ) throws {
        let rotation = Self.rotation(degrees, .transparent, kernel)
        for layout in [ChannelLayout.rgb, .grayAlpha] {
            let picture = Picture.deepNoise(Self.size, layout)
            let result = try picture.rendered([.reshape(.rotate(rotation))])
            let reference = Reference(picture: picture, rotation: rotation)
            let colors = layout.colorChannelCount
            #expect(result.layout.hasAlpha && result.size == rotation.size)
            for y in 0..<rotation.size.height {
                for x in 0..<rotation.size.width {
                    let area = reference.area(x, y)
                    let alpha = Double(result[x, y, colors]) / 65_535
                    let own = layout.hasAlpha ? reference.sample(x, y, colors) : 1
                    // The area is counted in places.
                    let tolerance = area > 0 && area < 1 ? 0.02 : 0.001
                    #expect(abs(alpha - own * area) < tolerance)
                    for channel in 0..<colors {
                        let expected = min(reference.sample(x, y, channel), own) * area
                        let made = Double(result[x, y, channel]) / 65_535 * alpha
                        #expect(abs(made - expected) < tolerance, "\(x), \(y)")
                    }
                }
            }
        }
    }

    @Test
    func `shows a color outside of the picture and blends it at the rim`() throws {
        let red = StraightColor(red: 1, green: 0, blue: 0)
        let gray = Picture(Self.size, .gray) { _, _, _ in 0x8080 }
        let rotation = Self.rotation(10, .color(red))
        let result = try gray.rendered([.reshape(.rotate(rotation))])
        #expect(result.layout == .rgb)
        let reference = Reference(picture: gray, rotation: rotation)
        for y in 0..<rotation.size.height {
            for x in 0..<rotation.size.width {
                let area = reference.area(x, y)
                let expected = [1 - area * (1 - 128.0 / 255), area * 128 / 255]
                for channel in 0..<2 {
                    let made = Double(result[x, y, channel]) / 65_535
                    #expect(abs(made - expected[channel]) < 0.02)
                }
            }
        }
    }

    @Test(arguments: [-44.0, -7, 0.1, 20])
    func `leaves no corner of a straightened picture empty`(degrees: Double) throws {
        var geometry = Geometry()
        geometry.rotation = degrees + 90
        geometry.rotateMode = .straighten
        let picture = Picture(PixelSize(width: 60, height: 45), .rgb) { _, _, _ in 0x4242 }
        let steps = try geometry.steps(on: picture.size, traits: Traits())
        let result = try picture.rendered(steps.map(Plan.Step.reshape))
        #expect(result.layout == .rgb && result.size.width < result.size.height)
        #expect(
            result == Picture(result.size, .rgb) { _, _, _ in 0x4242 }
        )
    }

    @Test
    func `averages light on request`() throws {
        // Columns of black and white, whose average is half of the light.
        let picture = Picture(PixelSize(width: 64, height: 64), .gray) { x, _, _ in
            x.isMultiple(of: 2) ? 0 : 65_535
        }
        let rotation = Rotation(
            degrees: 45,
            size: PixelSize(width: 30, height: 30),
            center: Point(x: 15, y: 15),
            outside: .edge,
            kernel: .mitchell,
            isLinear: true
        )
        let result = try picture.rendered([.reshape(.rotate(rotation))])
        var sum = 0.0
        for y in 0..<30 {
            for x in 0..<30 { sum += LightTransfer.light(Double(result[x, y, 0]) / 65_535) }
        }
        #expect(abs(sum / 900 - 0.5) < 0.01)
    }
}
