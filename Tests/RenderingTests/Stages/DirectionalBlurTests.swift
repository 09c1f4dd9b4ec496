// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import Testing

@testable import Rendering

/// Blurs along lines, and the vignette.
@Suite struct DirectionalBlurTests {
    /// The mean along a line by its definition: of the axis that it lies closer to each pixel as far
    /// as it lies on the line, of the other one what lies in between.
    private func moved(_ picture: Picture, _ radius: Double, _ angle: Double) -> ExactPicture {
        let source = ExactPicture(picture).premultiplied
        let size = picture.size
        let (dx, dy) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        let isFlat = abs(dx) >= abs(dy)
        let half = radius * max(abs(dx), abs(dy))
        func sample(_ x: Int, _ y: Int) -> SIMD4<Double> {
            source[min(max(x, 0), size.width - 1), min(max(y, 0), size.height - 1)]
        }
        return ExactPicture(size: size) { x, y in
            var sum = SIMD4<Double>()
            for step in -Int(half + 2)...Int(half + 2) {
                let from = max(Double(step) - 0.5, -half)
                let to = min(Double(step) + 0.5, half)
                if to <= from { continue }
                let across = Double(step) * (isFlat ? dy / dx : dx / dy)
                let (whole, rest) = (Int(floor(across)), across - floor(across))
                let one = isFlat ? sample(x + step, y + whole) : sample(x + whole, y + step)
                let two = isFlat ? sample(x + step, y + whole + 1) : sample(x + whole + 1, y + step)
                sum += (one * (1 - rest) + two * rest) * (to - from)
            }
            return sum / (2 * half)
        }.unpremultiplied
    }

    @Test(
        arguments: [ChannelLayout.gray, .rgba],
        [(0.4, 10), (1, 0), (3.3, 90), (7, 45), (12.5, -30), (20, 80), (60, 1)]
    )
    func `is the mean along a line`(
        layout: ChannelLayout,
        line: (radius: Double, angle: Double)
    ) throws {
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let blur = try MotionBlur(radius: line.radius, angle: line.angle)
            let result = try picture.rendered([.motionBlur(blur)])
            let expected = moved(picture, blur.radius, blur.angle)
            #expect(ExactPicture(result).distance(to: expected) < 2.6, "\(size)")
        }
    }

    @Test(arguments: [0, 12, 45, 90, -70]) func `keeps no more rows than it counts`(
        angle: Double
    ) throws {
        for height in [1, 30, 400] {
            let stage = MotionBlurStage(
                ConstantSource<Premultiplied>(PixelSize(width: 5, height: height), .rgb),
                blur: try MotionBlur(radius: 40, angle: angle)
            )
            let planned = stage.queueCapacity
            #expect(try drain(stage) == height)
            #expect(stage.queueCapacity == planned)
        }
    }

    // MARK: Zoom

    /// The mean along the line to the center by many samples of it.
    private func zoomed(_ picture: Picture, _ blur: ZoomBlur) -> ExactPicture {
        let source = ExactPicture(picture).premultiplied
        let size = picture.size
        let center = SIMD2(
            blur.center.x * Double(size.width) - 0.5,
            blur.center.y * Double(size.height) - 0.5
        )
        func sample(_ place: SIMD2<Double>) -> SIMD4<Double> {
            let x = min(max(place.x, 0), Double(size.width - 1))
            let y = min(max(place.y, 0), Double(size.height - 1))
            let (i, j) = (Int(x), Int(y))
            let (k, l) = (min(i + 1, size.width - 1), min(j + 1, size.height - 1))
            let (s, t) = (x - floor(x), y - floor(y))
            let upper = source[i, j] * (1 - s) + source[k, j] * s
            return upper * (1 - t) + (source[i, l] * (1 - s) + source[k, l] * s) * t
        }
        let count = 100
        return ExactPicture(size: size) { x, y in
            let place = SIMD2(Double(x), Double(y))
            var sum = SIMD4<Double>()
            for step in 0..<count {
                let part = (Double(step) + 0.5) / Double(count) * blur.amount
                sum += sample(place + (center - place) * part)
            }
            return sum / Double(count)
        }.unpremultiplied
    }

    private static let zooms = [(0.01, 0.5, 0.5), (0.1, 0.5, 0.5), (0.3, 0, 1), (1, 0.3, 0.6)]

    @Test(arguments: [ChannelLayout.gray, .rgba], zooms)
    func `is the mean of lines to a center`(
        layout: ChannelLayout,
        zoom: (amount: Double, x: Double, y: Double)
    ) throws {
        let size = PixelSize(width: 48, height: 35)
        let picture = Picture(size, layout) { x, y, channel in
            let wave = sin(Double(x) / 9 + Double(channel)) * cos(Double(y) / 7)
            return UInt16((0.5 + 0.45 * wave) * 65_535)
        }
        let blur = try ZoomBlur(amount: zoom.amount, center: Point(x: zoom.x, y: zoom.y))
        let result = try picture.rendered([.zoomBlur(blur)])
        // Samples between pixels are interpolated once in each of the passes.
        #expect(ExactPicture(result).distance(to: zoomed(picture, blur)) < 2 * 257)
    }

    @Test(arguments: zooms + [(0.3, 0.5, 0.5), (1, 0.5, 0)], [1, 2, 30, 400])
    func `a zoom keeps no more rows than it counts, and reads none too early`(
        zoom: (amount: Double, x: Double, y: Double),
        height: Int
    ) throws {
        let size = PixelSize(width: 40, height: height)
        let blur = try ZoomBlur(amount: zoom.amount, center: Point(x: zoom.x, y: zoom.y))
        let plan = ZoomPasses(blur, size: size)
        for copies in plan.passes {
            let pass = ZoomBlurStage.Plan(center: plan.center, copies: copies)
            let shape = PictureShape(size: size, layout: .rgb)
            let intake = RowIntake(relation: pass.relation(of: shape), limit: height)
            let source = ConstantSource<Premultiplied>(size, .rgb)
            let stage = ZoomBlurStage(source, pass)
            var band = stage.makeBand()
            var count = 0
            while count < height {
                try stage.pull(into: &band)
                count += band.rowCount
                #expect(source.row <= intake.rows(for: count))
            }
            #expect(stage.queueCapacity == pass.rowCount(height))
        }
    }

    @Test(arguments: zooms) func `a zoom is the same as passes over the whole picture`(
        zoom: (amount: Double, x: Double, y: Double)
    ) throws {
        let size = PixelSize(width: 61, height: 203)
        let picture = Picture.deepNoise(size, .gray)
        let blur = try ZoomBlur(amount: zoom.amount, center: Point(x: zoom.x, y: zoom.y))
        let plan = ZoomPasses(blur, size: size)
        var plane = Band<Premultiplied>(layout: .gray, width: size.width, capacity: size.height)
        for y in 0..<size.height {
            var row = plane.mutableRow(y, of: 0)
            for x in 0..<size.width { row[x] = picture[x, y, 0] }
        }
        for copies in plan.passes {
            let pass = ZoomPass(size: size, center: plan.center, copies: copies)
            var result = Band<Premultiplied>(
                layout: .gray,
                width: size.width,
                capacity: size.height
            )
            for y in 0..<size.height {
                var row = result.mutableRow(y, of: 0)
                pass.makeRow(y, of: plane, channel: 0, into: &row)
            }
            plane = result
        }
        let samples = (0..<size.pixelCount).map {
            plane.row($0 / size.width, of: 0)[$0 % size.width]
        }
        #expect(try picture.rendered([.zoomBlur(blur)]).samples == samples)
    }

    @Test func `a zoom keeps the part of a picture that its lines reach over`() throws {
        let size = PixelSize(width: 8_000, height: 6_000)
        var planner = StagePlanner(size: size, layout: .rgb)
        planner.add([.zoomBlur(try ZoomBlur(amount: 0.3))])
        #expect(planner.stages.byteCount() < size.pixelCount * 3 * 2 / 5)
    }

    @Test(arguments: zooms) func `leaves constants as they are`(
        zoom: (amount: Double, x: Double, y: Double)
    ) throws {
        for size in oddSizes {
            let picture = Picture(size, .rgb) { _, _, channel in UInt16(21_845 * (channel + 1)) }
            let blur = try ZoomBlur(amount: zoom.amount, center: Point(x: zoom.x, y: zoom.y))
            let result = try picture.rendered([.zoomBlur(blur)])
            #expect(ExactPicture(result).distance(to: ExactPicture(picture)) <= 1.01, "\(size)")
        }
    }

    // MARK: Vignette

    @Test(arguments: ChannelLayout.allCases, [0, 0.4, 1])
    func `fades from a radius to half of the longer side`(
        layout: ChannelLayout,
        start: Double
    ) throws {
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered([.vignette(try Vignette(start: start))])
            #expect(result.layout == layout.addingAlpha)
            let first = Double(min(size.width, size.height)) / 2 * start
            let last = Double(max(size.width, size.height)) / 2
            let source = ExactPicture(picture)
            let expected = ExactPicture(size: size) { x, y in
                let distance = hypot(
                    Double(x) + 0.5 - Double(size.width) / 2,
                    Double(y) + 0.5 - Double(size.height) / 2
                )
                let ramp =
                    first == last
                    ? (distance < last ? 1 : 0) : (last - distance) / (last - first)
                var pixel = source[x, y]
                pixel.w *= min(max(ramp, 0), 1)
                return pixel
            }
            #expect(ExactPicture(result).distance(to: expected) < 1.6, "\(size)")
        }
    }

    @Test(arguments: [0, 12, 44.9, 45, 90, -70, 135] as [Double])
    func `is measured without listing its pixels`(angle: Double) throws {
        for radius in [0.01, 0.5, 1, 7.3, 250] {
            let blur = try MotionBlur(radius: radius, angle: angle)
            let (taps, line) = (MotionTaps(blur), MotionTaps.Line(blur))
            #expect(line.rowReach == taps.rows.map { abs($0.offset) }.max())
            #expect(line.columnReach == taps.rows.flatMap(\.taps).map { abs($0.offset) }.max())
            let count = taps.rows.reduce(0) { $0 + $1.taps.count }
            #expect(count <= line.count && line.count <= 2 * count)
        }
    }
}
