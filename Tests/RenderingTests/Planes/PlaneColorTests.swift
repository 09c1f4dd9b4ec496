// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// Changes of color where planes are left as they are.
@Suite struct PlaneColorTests: PlaneRendering {
    @Test(arguments: [5, 8, 16, 40] as [Float])
    func `limits colors that leave RGB much as bands do`(sigma: Float) throws {
        let size = PixelSize(width: 211, height: 163)
        let bytes = try Self.photo(size, isVivid: true).encoded(.jpeg(JPEGOptions(quality: 95)))
        let plan = Plan(
            blur: try GaussianBlur(sigma: sigma),
            saturate: try Saturation(amount: 1.8)
        )
        let options = JPEGOptions(quality: 100, subsampling: .s444)
        let (decibels, most) = try difference(bytes, plan, options)
        #expect(decibels > 45)
        #expect(most <= 14)
    }

    private static let changes: [[Filter]] = [
        [.color(.brightness(1.4)), .color(.contrast(1.5))],
        [.color(.hueRotate(120)), .color(.sepia(0.6))],
        [.color(.invert(1)), .tint(StraightColor(red: 0.1, green: 0.3, blue: 0.9, alpha: 0.4))],
        [.luminanceCurve(LuminanceCurve(amount: 0.7, values: [0.2, 0.1, 0.9, 0.8]))],
        [.channelCurve(ChannelCurve(values: [0, 0.7, 0.88, 0.88]))],
        // As steep as may be.
        [.color(.contrast(2.5))], [.color(.saturate(3))],
        [.channelCurve(ChannelCurve(values: [-0.75, 1 / 12, 11 / 12, 1.75]))],
        [.luminanceCurve(LuminanceCurve(amount: 1, values: [-0.75, 1 / 12, 11 / 12, 1.75]))],
        [
            .color(.saturate(1.8)),
            .luminanceCurve(LuminanceCurve(amount: 1, values: [0, 0.2, 1.2, 0.6])),
            .color(.brightnessOffset(-0.1)),
        ],
    ]

    @Test(arguments: changes, [5, 8, 24, 100] as [Float])
    func `changes colors at low resolution as bands do pixel by pixel`(
        filters: [Filter],
        sigma: Float
    ) throws {
        let blur = Filter.blur(try GaussianBlur(sigma: sigma, edge: .mirror))
        let size = PixelSize(width: 210, height: 162)
        for layout in [ChannelLayout.rgb, .gray] {
            let bytes = try Self.photo(size, layout).encoded(.jpeg(JPEGOptions(quality: 95)))
            // Gray that becomes colored has no planes to go by.
            if layout == .gray, case .tint? = filters.last { continue }
            if layout == .gray, filters.contains(.color(.sepia(0.6))) { continue }
            let plan = Plan(filters: [blur] + filters)
            let options = JPEGOptions(quality: 100, subsampling: .s444)
            let (decibels, most) = try difference(bytes, plan, options)
            #expect(decibels > 45, "\(layout)")
            #expect(most <= 14, "\(layout)")
        }
    }

    private static func curve(slope: Double) -> SIMD4<Double> {
        0.5 + SIMD4(-0.5, -1 / 6, 1 / 6, 0.5) * slope
    }

    @Test(
        arguments: [
            (2.5, Filter.color(.contrast(2.5)), true), (2.51, .color(.contrast(2.51)), false),
            (2.49, .channelCurve(ChannelCurve(values: curve(slope: 2.49))), true),
            (2.51, .channelCurve(ChannelCurve(values: curve(slope: 2.51))), false),
            (60, .channelCurve(ChannelCurve(values: [-10, 10, -10, 10])), false),
            // Steepest in the middle.
            (3, .channelCurve(ChannelCurve(values: [-0.5, -0.5, 1.5, 1.5])), false),
            (2.49, .luminanceCurve(LuminanceCurve(amount: 1, values: curve(slope: 2.49))), true),
            (2.51, .luminanceCurve(LuminanceCurve(amount: 1, values: curve(slope: 2.51))), false),
            (2.05, .luminanceCurve(LuminanceCurve(amount: 0.7, values: curve(slope: 2.5))), true),
            (20, .color(.contrast(20)), false), (20, .color(.brightness(20)), false),
            (2.36, .color(.saturate(3)), true), (2.54, .color(.saturate(3.2)), false),
        ] as [(Double, Filter, Bool)]
    )
    func `leaves planes where a change is too steep for low samples`(
        slope: Double,
        filter: Filter,
        usesPlanes: Bool
    ) throws {
        switch filter {
        case .channelCurve(let curve): #expect(abs(curve.greatestSlope - slope) < 0.01)
        case .luminanceCurve(let curve): #expect(abs(curve.greatestSlope - slope) < 0.01)
        default:
            #expect(abs(try #require(filter.colorMatrix).greatestSlope - slope) < 0.01)
        }
        // A step is the worst that there is for them.
        let step = Picture(PixelSize(width: 208, height: 64), .rgb) { x, _, _ in
            (x < 101 ? 60 : 190) * 257
        }
        let bytes = try step.encoded(.jpeg(JPEGOptions(quality: 95, subsampling: .s444)))
        let options = JPEGOptions(quality: 100, subsampling: .s444)
        for sigma in [5, 16, 40] as [Float] {
            let plan = Plan(filters: [.blur(try GaussianBlur(sigma: sigma)), filter])
            let usual = try renderer(bytes, plan, options)
            #expect(try usual.route.isPlanes == usesPlanes)
            let bands = try renderer(bytes, plan, options, usesPlanes: false)
            let (decibels, _) = difference(
                try Picture(decoding: try file(usual)),
                try Picture(decoding: try file(bands))
            )
            #expect(decibels > 45, "\(sigma)")
        }
    }

    @Test func `changes that are steep together leave planes`() throws {
        let bytes = try Self.photo(PixelSize(width: 40, height: 30)).encoded(.jpeg(JPEGOptions()))
        func usesPlanes(_ filters: [Filter]) throws -> Bool {
            let blur = Filter.blur(try GaussianBlur(sigma: 9))
            return try renderer(bytes, Plan(filters: [blur] + filters)).route.isPlanes
        }
        let curve = Filter.channelCurve(ChannelCurve(values: Self.curve(slope: 1.5)))
        #expect(try usesPlanes([curve]))
        #expect(try usesPlanes([.color(.brightness(1.6)), curve]))
        #expect(try !usesPlanes([.color(.brightness(1.7)), curve]))
        #expect(try usesPlanes([.color(.brightness(0.5)), .color(.contrast(4.9))]))
    }

    @Test func `leaves planes where color, or alpha, comes to what has none`() throws {
        let size = PixelSize(width: 40, height: 30)
        let gray = try Self.photo(size, .gray).encoded(.jpeg(JPEGOptions()))
        let color = try Self.photo(size).encoded(.jpeg(JPEGOptions()))
        let blur = Filter.blur(try GaussianBlur(sigma: 9))
        func usesPlanes(_ file: [UInt8], _ filter: Filter) throws -> Bool {
            try renderer(file, Plan(filters: [blur, filter])).route.isPlanes
        }
        #expect(try usesPlanes(gray, .color(.brightness(0.5))))
        #expect(try !usesPlanes(gray, .color(.sepia(1))))
        #expect(try usesPlanes(color, .color(.sepia(1))))
        #expect(try !usesPlanes(color, .color(.opacity(0.5))))
        #expect(try !usesPlanes(color, .pixelate(4)))
        #expect(try !usesPlanes(color, .averageColor))
        #expect(try !usesPlanes(color, .magnify(try Magnification(factor: 1.1))))
    }
}
