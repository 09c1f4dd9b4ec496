// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Synchronization
import Testing

@testable import Rendering

/// Renders that leave planes as they are, beside the same ones made of bands.
@Suite struct PlaneRouteTests {
    /// Light that changes slowly, an edge, texture, noise; if it is vivid, a block of a color that
    /// saturation drives out of RGB.
    private static func photo(
        _ size: PixelSize,
        _ layout: ChannelLayout = .rgb,
        isVivid: Bool = false
    ) -> Picture {
        Picture(size, layout) { x, y, channel in
            let (u, v) = (Double(x), Double(y))
            var light = 120 + 60 * sin(u / 41 + Double(channel)) * cos(v / 57)
            if x * 3 > y * 2 + 60 { light += 45 }
            light += 18 * sin(u * 0.9 + v * 0.4) + 12 * sin(u * 0.23 - v * 0.31 + Double(channel))
            if isVivid && x > 90 && y < 50 { light = channel == 0 ? 250 : 8 }
            let mixed = (x &* 73_856_093) ^ (y &* 19_349_663) ^ (channel &* 83_492_791)
            light += Double((mixed ^ (mixed >> 9)) & 15) - 7.5
            return UInt16(min(255, max(0, light))) * 257
        }
    }

    private func renderer(
        _ file: [UInt8],
        _ plan: Plan,
        _ options: JPEGOptions = JPEGOptions(),
        _ orientation: Orientation = .topLeft,
        usesPlanes: Bool = true,
        usesBlocks: Bool = true
    ) throws -> Renderer {
        var header = try SourceImage(bytes: file, limits: DecodeLimits()).header
        header.orientation = orientation
        return try Renderer(
            source: SourceImage(bytes: file, header: header),
            plan: plan,
            output: OutputOptions(encoding: .jpeg(options)),
            limits: DecodeLimits(),
            usesPlanes: usesPlanes,
            usesBlocks: usesBlocks
        )
    }

    private func file(_ renderer: Renderer, pool: WorkerPool? = nil) throws -> [UInt8] {
        let result = Mutex<[UInt8]>([])
        _ = try renderer.run(pool: pool) { chunk in result.withLock { $0 += chunk } }
        return result.withLock { $0 }
    }

    /// Mean square and greatest difference of two pictures, in levels of a byte.
    private func difference(_ one: Picture, _ two: Picture) -> (decibels: Double, most: Double) {
        var (sum, most) = (0.0, 0.0)
        for (a, b) in zip(one.samples, two.samples) {
            let difference = abs(Double(a) - Double(b)) / 257
            sum += difference * difference
            most = max(most, difference)
        }
        return (10 * log10(255 * 255 / max(sum / Double(one.samples.count), 1e-9)), most)
    }

    /// How far the two ways lie apart.
    private func difference(
        _ file: [UInt8],
        _ plan: Plan,
        _ options: JPEGOptions
    ) throws -> (decibels: Double, most: Double) {
        let planes = try renderer(file, plan, options)
        guard case .planes = planes.route else {
            Issue.record("planes that were not used")
            return (0, 255)
        }
        let bands = try renderer(file, plan, options, usesPlanes: false)
        return difference(
            try Picture(decoding: try self.file(planes)),
            try Picture(decoding: try self.file(bands))
        )
    }

    private static let amounts: [Double?] = [nil, 1.8]

    @Test(arguments: [5, 7.9, 8, 16, 32, 64, 300] as [Float], [EdgeMode.clamp, .mirror])
    func `leads to the picture that bands lead to`(sigma: Float, edge: EdgeMode) throws {
        for size in [PixelSize(width: 210, height: 162), PixelSize(width: 64, height: 48)] {
            for subsampling in JPEGOptions.Subsampling.allCases {
                let source = JPEGOptions(quality: 95, subsampling: subsampling)
                let bytes = try Self.photo(size).encoded(.jpeg(source))
                for amount in Self.amounts {
                    let plan = Plan(
                        blur: try GaussianBlur(sigma: sigma, edge: edge),
                        saturate: try amount.map(Saturation.init(amount:))
                    )
                    for output in JPEGOptions.Subsampling.allCases {
                        let name: Comment = "\(size), \(subsampling), \(amount ?? 1), \(output)"
                        let usual = JPEGOptions(subsampling: output)
                        #expect(try difference(bytes, plan, usual).decibels > 45, name)
                        // Where noise leaves RGB, bands limit each pixel and planes their mean.
                        let best = JPEGOptions(quality: 100, subsampling: output)
                        let (decibels, most) = try difference(bytes, plan, best)
                        #expect(decibels > 47, name)
                        #expect(most <= 14, name)
                    }
                }
            }
        }
    }

    private func writesBlocks(_ renderer: Renderer) -> Bool {
        guard case .planes(let route) = renderer.route else { return false }
        return route.writesBlocks
    }

    @Test(
        arguments: [16, 20, 32, 64, 300] as [Float],
        [Orientation.topLeft, .bottomRight, .leftTop]
    )
    func `makes blocks as the library makes them of samples`(
        sigma: Float,
        orientation: Orientation
    ) throws {
        for size in [PixelSize(width: 210, height: 162), PixelSize(width: 67, height: 129)] {
            let bytes = try Self.photo(size, isVivid: true)
                .encoded(.jpeg(JPEGOptions(quality: 95)))
            let plan = Plan(
                blur: try GaussianBlur(sigma: sigma),
                saturate: try Saturation(amount: 1.8)
            )
            for output in JPEGOptions.Subsampling.allCases {
                for quality in [82, 100] {
                    let options = JPEGOptions(quality: quality, subsampling: output)
                    let blocks = try renderer(bytes, plan, options, orientation)
                    let samples = try renderer(
                        bytes,
                        plan,
                        options,
                        orientation,
                        usesBlocks: false
                    )
                    // Where odd sides are turned, planes do not meet at low resolution.
                    let isOdd = size.width % 2 == 1 || size.height % 2 == 1
                    if isOdd && orientation != .topLeft && !blocks.route.isPlanes { continue }
                    #expect(blocks.route.isPlanes, "\(size), \(options)")
                    #expect(writesBlocks(blocks) && !writesBlocks(samples))
                    let (decibels, most) = difference(
                        try Picture(decoding: try file(blocks)),
                        try Picture(decoding: try file(samples))
                    )
                    // A coefficient near the middle between two steps is rounded to either.
                    #expect(decibels > (quality == 100 ? 50 : 45), "\(size), \(options)")
                    #expect(most <= (quality == 100 ? 5 : 12), "\(size), \(options)")
                }
            }
        }
    }

    @Test func `makes samples where blocks would come of too many, or cannot be streamed`() throws {
        let bytes = try Self.photo(PixelSize(width: 80, height: 60)).encoded(.jpeg(JPEGOptions()))
        func decided(_ sigma: Float, _ options: JPEGOptions) throws -> Bool {
            let plan = Plan(blur: try GaussianBlur(sigma: sigma), saturate: nil)
            let renderer = try renderer(bytes, plan, options)
            #expect(renderer.route.isPlanes)
            return writesBlocks(renderer)
        }
        let whole = JPEGOptions(subsampling: .s444)
        #expect(try decided(16, JPEGOptions()) && decided(1000, JPEGOptions()))
        #expect(try !decided(15.9, JPEGOptions()))
        #expect(try decided(8, whole) && !decided(7.9, whole))
        #expect(try !decided(20, JPEGOptions(progressive: true)))
        #expect(try !decided(20, JPEGOptions(optimized: true)))
    }

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
            #expect(abs(try #require(ColorMatrix(filter)).greatestSlope - slope) < 0.01)
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
            #expect(usual.route.isPlanes == usesPlanes)
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

    @Test func `gray is off by no more than its rounding`() throws {
        let size = PixelSize(width: 131, height: 77)
        let bytes = try Self.photo(size, .gray).encoded(.jpeg(JPEGOptions(quality: 95)))
        for sigma in [5, 12, 100] as [Float] {
            let plan = Plan(
                blur: try GaussianBlur(sigma: sigma),
                saturate: try Saturation(amount: 3)
            )
            // Each file rounds once more.
            #expect(try difference(bytes, plan, JPEGOptions(quality: 100)).most <= 2)
        }
    }

    @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 700)])
    func `takes the smallest pictures and the narrowest`(size: PixelSize) throws {
        let bytes = try Self.photo(size).encoded(.jpeg(JPEGOptions()))
        for sigma in [5, 10, 1000] as [Float] {
            let plan = Plan(blur: try GaussianBlur(sigma: sigma), saturate: nil)
            let options = JPEGOptions(quality: 100, subsampling: .s444)
            #expect(try difference(bytes, plan, options).most < 6)
        }
    }

    @Test(arguments: Orientation.allCases)
    func `turns the picture at low resolution`(orientation: Orientation) throws {
        // Even sides for planes of color, of which only some are whole numbers of steps.
        for size in [PixelSize(width: 150, height: 98), PixelSize(width: 64, height: 128)] {
            let bytes = try Self.photo(size).encoded(.jpeg(JPEGOptions(quality: 95)))
            var header = try SourceImage(bytes: bytes, limits: DecodeLimits()).header
            header.orientation = orientation
            for sigma in [5, 21, 80] as [Float] {
                let plan = Plan(
                    blur: try GaussianBlur(sigma: sigma, edge: .mirror),
                    saturate: try Saturation(amount: 1.8)
                )
                func picture(usesPlanes: Bool) throws -> Picture {
                    let renderer = try Renderer(
                        source: SourceImage(bytes: bytes, header: header),
                        plan: plan,
                        output: OutputOptions(encoding: .jpeg(JPEGOptions(quality: 90))),
                        limits: DecodeLimits(),
                        usesPlanes: usesPlanes
                    )
                    #expect(renderer.route.isPlanes == usesPlanes)
                    return try Picture(decoding: try file(renderer))
                }
                let (decibels, most) = difference(
                    try picture(usesPlanes: true),
                    try picture(usesPlanes: false)
                )
                #expect(decibels > 45, "\(size), \(sigma)")
                #expect(most <= 9, "\(size), \(sigma)")
            }
        }
    }

    /// At these sigmas the short Gaussian of planes of color reaches further than that of luminance.
    @Test(arguments: [69.926, 77.376, 108.1, 164.1] as [Float])
    func `keeps the rows of a plane that lags behind`(sigma: Float) throws {
        let size = PixelSize(width: 24, height: 900)
        let bytes = try Self.photo(size).encoded(.jpeg(JPEGOptions(subsampling: .s444)))
        for orientation in [Orientation.topLeft, .rightTop] {
            var header = try SourceImage(bytes: bytes, limits: DecodeLimits()).header
            header.orientation = orientation
            let renderer = try Renderer(
                source: SourceImage(bytes: bytes, header: header),
                plan: Plan(blur: try GaussianBlur(sigma: sigma), saturate: nil),
                output: OutputOptions(encoding: .jpeg(JPEGOptions())),
                limits: DecodeLimits(),
                usesPlanes: true
            )
            #expect(renderer.route.isPlanes)
            #expect(try Picture(decoding: try file(renderer)).size == header.size)
        }
    }

    @Test func `mirrors no plane that ends beyond the picture`() throws {
        for (width, isWhole) in [(13, false), (14, true)] {
            let size = PixelSize(width: width, height: 200)
            let bytes = try Self.photo(size).encoded(.jpeg(JPEGOptions()))
            let mirrored = Plan(blur: try GaussianBlur(sigma: 9, edge: .mirror), saturate: nil)
            #expect(try renderer(bytes, mirrored).route.isPlanes == isWhole)
            let clamped = Plan(blur: try GaussianBlur(sigma: 9), saturate: nil)
            #expect(try renderer(bytes, clamped).route.isPlanes)
        }
    }

    /// Every subsampling that is used, gray, progressive, arithmetic, with restarts, and turned.
    private static func fixtures() throws -> [URL] {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
        return try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        // Of stereo pairs there is no one picture.
        .filter { $0.pathExtension == "jpg" && $0.lastPathComponent != "stereo.jpg" }
    }

    /// The fixtures that store inks, or red, green and blue.
    private static let planeless: Set<String> = [
        "cmyk-adobe", "cmyk-plain", "rgb-adobe", "rgb-by-names", "ycck", "ycck-progressive",
    ]

    @Test func `takes the planes of all kinds of files`() throws {
        let plan = Plan(blur: try GaussianBlur(sigma: 16), saturate: nil)
        var takenCount = 0
        for fixture in try Self.fixtures() {
            let name = fixture.deletingPathExtension().lastPathComponent
            let bytes = [UInt8](try Data(contentsOf: fixture))
            let planes = try renderer(bytes, plan)
            #expect(planes.route.isPlanes != Self.planeless.contains(name), "\(name)")
            guard planes.route.isPlanes else { continue }
            takenCount += 1
            let bands = try renderer(bytes, plan, usesPlanes: false)
            let (decibels, _) = difference(
                try Picture(decoding: try file(planes)),
                try Picture(decoding: try file(bands))
            )
            #expect(decibels > 40, "\(name)")
        }
        #expect(takenCount > 18)
    }

    @Test func `is the same file however the work is spread`() throws {
        let bytes = try Self.photo(PixelSize(width: 300, height: 500)).encoded(.jpeg(JPEGOptions()))
        let plan = Plan(blur: try GaussianBlur(sigma: 12), saturate: try Saturation(amount: 1.8))
        let alone = try file(try renderer(bytes, plan))
        for workers in 1...3 {
            let pool = Self.pool(workers: workers)
            #expect(try file(try renderer(bytes, plan), pool: pool) == alone)
        }
    }

    /// Large enough to be read without the library, up to an end that it may not like.
    @Test func `is the same file, or error, however a large file ends`() throws {
        let size = PixelSize(width: 400, height: 400)
        let photo = try Picture.noise(size, .rgb).encoded(.jpeg(JPEGOptions(quality: 95)))
        #expect(photo.count > 1 << 16)
        let plan = Plan(blur: try GaussianBlur(sigma: 12), saturate: nil)
        let body = photo.dropLast(2)
        let ends: [(bytes: [UInt8], isWhole: Bool)] = [
            ([0xFF, 0xD9], true), ([0, 0, 0, 0xFF, 0xD9], true), ([1, 2, 0xFF, 0xD9], true),
            ([0xFF, 0xFE, 0, 2, 0xFF, 0xD9], true),
            ([UInt8](repeating: 3, count: 90) + [0xFF, 0xD9], false),
        ]
        var torn = photo
        torn.removeSubrange((photo.count / 2)..<(photo.count / 2 + 9))
        for workers in 0...3 {
            let pool = workers > 0 ? Self.pool(workers: workers) : nil
            #expect(throws: RenderError.self) { try file(try renderer(torn, plan), pool: pool) }
        }
        let expected = try file(try renderer(photo, plan))
        for (end, isWhole) in ends {
            for workers in 0...3 {
                let pool = workers > 0 ? Self.pool(workers: workers) : nil
                let renderer = try renderer(body + end, plan)
                if isWhole {
                    #expect(try file(renderer, pool: pool) == expected)
                } else {
                    #expect(throws: RenderError.self) { try file(renderer, pool: pool) }
                }
            }
        }
    }

    private static func pool(workers: Int) -> WorkerPool {
        WorkerPool(
            WorkerPool.Configuration(
                workers: workers,
                queueLimit: 1,
                queueTimeout: .zero,
                memoryBudget: 0
            )
        )
    }

    @Test func `is not taken where it would lead elsewhere`() throws {
        let size = PixelSize(width: 40, height: 30)
        let jpeg = try Self.photo(size).encoded(.jpeg(JPEGOptions()))
        let png = try Self.photo(size).encoded(.png(PNGOptions()))
        let blur = try GaussianBlur(sigma: 9)
        let saturation = Filter.color(.saturate(2))
        func usesPlanes(
            _ file: [UInt8],
            _ plan: Plan,
            _ options: JPEGOptions = JPEGOptions()
        ) throws -> Bool {
            try renderer(file, plan, options).route.isPlanes
        }
        let usual = Plan(filters: [.blur(blur), saturation])
        #expect(try usesPlanes(jpeg, usual))
        #expect(try !usesPlanes(png, usual))
        #expect(try !usesPlanes(jpeg, Plan([])))
        #expect(try !usesPlanes(jpeg, Plan(filters: [saturation, .blur(blur)])))
        #expect(try !usesPlanes(jpeg, Plan(filters: [.blur(blur), saturation, .blur(blur)])))
        #expect(try !usesPlanes(jpeg, usual, JPEGOptions(dither: true)))
        for edge in [EdgeMode.normalize, .transparent, .expand] {
            let plan = Plan(blur: try GaussianBlur(sigma: 9, edge: edge), saturate: nil)
            #expect(try !usesPlanes(jpeg, plan))
        }
        let weak = Plan(blur: try GaussianBlur(sigma: 4.9), saturate: nil)
        #expect(try !usesPlanes(jpeg, weak))
    }

    @Test func `a file that is cut or damaged is an error`() throws {
        let bytes = try Self.photo(PixelSize(width: 300, height: 300)).encoded(
            .jpeg(JPEGOptions(quality: 95))
        )
        let plan = Plan(blur: try GaussianBlur(sigma: 9), saturate: nil)
        var cut = bytes
        cut.removeSubrange((bytes.count / 2)..<(bytes.count - 2))
        #expect(throws: RenderError.self) { try file(try renderer(cut, plan)) }
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: RenderError.cancelled) {
            try renderer(bytes, plan).run(cancellation: cancellation) { _ in }
        }
    }
}
