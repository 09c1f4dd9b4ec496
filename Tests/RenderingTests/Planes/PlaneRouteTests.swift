// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// Renders that leave planes as they are, beside the same ones made of bands.
@Suite struct PlaneRouteTests: PlaneRendering {
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

    private func writesBlocks(_ renderer: Renderer) throws -> Bool {
        guard case .planes(let route) = try renderer.route else { return false }
        return route.writesBlocks
    }

    @Test(
        arguments: [8, 16, 20, 32, 64, 300] as [Float],
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
                    let isPlanar = try blocks.route.isPlanes
                    if isOdd && orientation != .topLeft && !isPlanar { continue }
                    #expect(isPlanar, "\(size), \(options)")
                    #expect(try writesBlocks(blocks) && !writesBlocks(samples))
                    let (decibels, most) = difference(
                        try Picture(decoding: try file(blocks)),
                        try Picture(decoding: try file(samples))
                    )
                    // A coefficient near the middle between two steps is rounded to either.
                    #expect(decibels > (quality == 100 ? 50 : 45), "\(size), \(options)")
                    // There are more of these at sigma 8.
                    let bound: Double = quality == 100 ? (sigma < 16 ? 6 : 5) : 12
                    #expect(most <= bound, "\(size), \(options)")
                }
            }
        }
    }

    @Test func `makes samples where blocks would come of too many, or cannot be streamed`() throws {
        let bytes = try Self.photo(PixelSize(width: 80, height: 60)).encoded(.jpeg(JPEGOptions()))
        func decided(_ sigma: Float, _ options: JPEGOptions) throws -> Bool {
            let plan = Plan(blur: try GaussianBlur(sigma: sigma), saturate: nil)
            let renderer = try renderer(bytes, plan, options)
            #expect(try renderer.route.isPlanes)
            return try writesBlocks(renderer)
        }
        let whole = JPEGOptions(subsampling: .s444)
        #expect(try decided(1000, JPEGOptions()))
        #expect(try decided(8, JPEGOptions()) && !decided(7.9, JPEGOptions()))
        // Below that, the picture takes the route of pixels.
        #expect(try decided(5, whole))
        #expect(try !decided(20, JPEGOptions(progressive: true)))
        #expect(try !decided(20, JPEGOptions(optimized: true)))
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
                    #expect(try renderer.route.isPlanes == usesPlanes)
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
            #expect(try renderer.route.isPlanes)
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
}
