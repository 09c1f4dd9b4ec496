// SPDX-License-Identifier: Apache-2.0

import Foundation
import Raster
import Testing

@testable import Codecs
@testable import Effects
@testable import Rendering

@Suite struct WorkingSpaceTests {
    private static let size = PixelSize(width: 24, height: 16)
    static let red = StraightColor(red: 1, green: 59.0 / 255, blue: 48.0 / 255)
    private static let id = ResourceID(digest: String(repeating: "a", count: 64))

    static let displayP3 = Self.profile(.standard, [0.68, 0.32, 0.265, 0.69, 0.15, 0.06])
    private static let adobeRGB = Self.profile(
        ParametricCurve(g: 563.0 / 256),
        [0.64, 0.33, 0.21, 0.71, 0.15, 0.06]
    )
    private static let linearGray = ICCProfile.making(ParametricCurve(g: 1), nil) ?? []

    private static func profile(_ curve: ParametricCurve, _ primaries: [Double]) -> [UInt8] {
        ICCProfile.making(curve, Chromaticities([0.3127, 0.329] + primaries)) ?? []
    }

    /// The spaces of backdrops, as CSS computes with them.
    static let spaces: [(profile: [UInt8]?, css: CSSColorSpace)] = [
        (nil, .srgb), (displayP3, .displayP3), (adobeRGB, .a98RGB),
    ]

    static let deep = EncodingOptions.png(PNGOptions(bitDepth: .sixteen))

    static func plain(_ layout: ChannelLayout, _ levels: [Double]) -> Picture {
        Picture(size, layout) { _, _, channel in UInt16((levels[channel] * 65_535).rounded()) }
    }

    static func values(_ color: StraightColor) -> SIMD3<Double> {
        SIMD3(color.red, color.green, color.blue)
    }

    /// Renders a picture of one color, and returns the color of the result and its profile.
    static func color(
        _ file: [UInt8],
        _ plan: Plan,
        _ output: OutputOptions = OutputOptions(encoding: deep),
        resource: [UInt8]? = nil
    ) throws -> (color: [Double], profile: [UInt8]?) {
        var resources: [ResourceID: SourceImage] = [:]
        if let resource {
            resources[id] = try SourceImage(bytes: resource, limits: DecodeLimits())
        }
        let result = try render(file, plan, output, resources: resources)
        let picture = try Picture(decoding: result)
        let color = (0..<picture.layout.colorChannelCount).map {
            Double(picture[12, 8, $0]) / 65_535
        }
        return (color, try ImageDecoder(bytes: result).iccProfile)
    }

    static func expect(
        _ color: [Double],
        _ wanted: SIMD3<Double>,
        within levels: Double = 0.1,
        _ location: SourceLocation = #_sourceLocation
    ) {
        for (channel, value) in color.enumerated() {
            #expect(
                abs(value - wanted[channel]) * 255 < levels,
                "\(color.map { $0 * 255 }), not \(wanted * 255)",
                sourceLocation: location
            )
        }
    }

    private static func pane(_ contents: [Content], filters: [Filter] = []) -> Plan.Step {
        .panes(
            [
                Pane(
                    bounds: PixelRect(x: 0, y: 0, width: 24, height: 16),
                    coverage: PaneCoverage(shapes: [], isInverted: true),
                    filters: filters,
                    contents: contents
                )
            ]
        )
    }

    private static let frame = Rectangle(x: 0, y: 0, width: 24, height: 16)
    private static let shape = Content.Form.shape(.rectangle(frame, Corners(radius: 0)))

    // MARK: Colors

    @Test(arguments: 0..<3)
    func `colors of every step are converted to the space of the backdrop`(index: Int) throws {
        let (profile, css) = Self.spaces[index]
        let wanted = CSSColorSpace.srgb.convert(Self.values(Self.red), to: css)
        let file = try Self.plain(.rgb, [0.2, 0.4, 0.6]).encoded(Self.deep, profile: profile)
        let plans = [
            Plan(filters: [.tint(Self.red)]),
            Plan([Self.pane([], filters: [.tint(Self.red)])]),
            Plan([Self.pane([Content(Self.shape, ink: .color(Self.red))])]),
            Plan(filters: [.captured(Capture(side: 4, filters: [.tint(Self.red)]))]),
        ]
        for plan in plans {
            let result = try Self.color(file, plan)
            Self.expect(result.color, wanted)
            #expect(result.profile == profile)
        }
    }

    @Test(arguments: 0..<3)
    func `shadows and backgrounds are converted as well`(index: Int) throws {
        let (profile, css) = Self.spaces[index]
        let wanted = CSSColorSpace.srgb.convert(Self.values(Self.red), to: css)
        let file = try Self.plain(.rgba, [0.2, 0.4, 0.6, 0]).encoded(Self.deep, profile: profile)
        let background = Color(red: 255, green: 59, blue: 48)
        let jpeg = OutputOptions(
            encoding: .jpeg(JPEGOptions(quality: 100, subsampling: .s444)),
            background: background
        )
        let flat = try Self.color(file, Plan([]), jpeg)
        Self.expect(flat.color, wanted, within: 2.5)
        #expect(flat.profile == profile)
        // Opaque on the left, whose shadow lies on the right.
        let half = Picture(Self.size, .rgba) { x, _, channel in
            channel == 3 ? (x < 8 ? 65_535 : 0) : 20_000
        }
        let shadow = try DropShadow(offset: Point(x: 8, y: 0), sigma: 0, color: Self.red)
        let shaded = try Self.color(
            half.encoded(Self.deep, profile: profile),
            Plan(filters: [.dropShadow(shadow)])
        )
        Self.expect(shaded.color, wanted)
    }

    @Test func `pictures without a profile keep the bytes of their results`() throws {
        let file = try Picture.noise(Self.size, .rgb).encoded()
        let plan = Plan(filters: [.tint(StraightColor(white: 0.5, alpha: 0.5))])
        let renderer = try Renderer(
            source: SourceImage(bytes: file, limits: DecodeLimits()),
            plan: plan,
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
        #expect(try renderer.space == .standard && !renderer.replacesSpace)
        #expect(try renderer.space.converting(plan, renderer.output).0 == plan)
    }

    @Test func `a color space that cannot be read in time is not taken for sRGB`() throws {
        let file = try Picture.noise(Self.size, .rgb).encoded(profile: Self.displayP3)
        let renderer = try Renderer(
            source: SourceImage(bytes: file, limits: DecodeLimits()),
            plan: Plan(filters: [.tint(Self.red)]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
        let cancelled = Cancellation()
        cancelled.cancel()
        #expect(throws: RenderError.cancelled) { try renderer.design(cancelled) }
        let late = Cancellation(deadline: .now)
        #expect(throws: RenderError.deadlineExceeded) { try renderer.design(late) }
        #expect(!renderer.isDesigned)
        // Such a failure is not kept for another request.
        #expect(try renderer.design(Cancellation()).space.profile == Self.displayP3)
    }

    @Test func `planes of a JPEG are tinted in its space`() throws {
        let picture = Self.plain(.rgb, [0.2, 0.4, 0.6])
        let file = try picture.encoded(
            .jpeg(JPEGOptions(quality: 100, subsampling: .s444)),
            profile: Self.adobeRGB
        )
        var gray = StraightColor(white: 0.25)
        gray.alpha = 0.9
        let plan = Plan(filters: [.blur(try GaussianBlur(sigma: 8)), .tint(gray)])
        let output = OutputOptions(encoding: .jpeg(JPEGOptions(quality: 100, subsampling: .s444)))
        let source = try SourceImage(bytes: file, limits: DecodeLimits())
        let renderer = try Renderer(
            source: source,
            plan: plan,
            output: output,
            limits: DecodeLimits()
        )
        #expect(try renderer.route.isPlanes)
        let tint = CSSColorSpace.srgb.convert(SIMD3(repeating: 0.25), to: .a98RGB)
        let wanted = tint * 0.9 + SIMD3(0.2, 0.4, 0.6) * 0.1
        let result = try Self.color(file, plan, output)
        Self.expect(result.color, wanted, within: 2)
        #expect(result.profile == Self.adobeRGB)
    }

    // MARK: Pictures

    @Test(arguments: 0..<3, 0..<3)
    func `pictures of contents are converted to the space of the backdrop`(
        index: Int,
        other: Int
    ) throws {
        let color = SIMD3(0.35, 0.7, 0.4)
        let wanted = Self.spaces[other].css.convert(color, to: Self.spaces[index].css)
            .clamped(lowerBound: .zero, upperBound: .one)
        let backdrop = try Self.plain(.rgb, [0.2, 0.4, 0.6])
            .encoded(Self.deep, profile: Self.spaces[index].profile)
        let content = try Self.plain(.rgb, [color.x, color.y, color.z])
            .encoded(Self.deep, profile: Self.spaces[other].profile)
        let form = PictureForm(picture: Self.id, frame: Self.frame, mode: .stretch)
        let plan = Plan([Self.pane([Content(.picture(form), ink: .own(1))])])
        let result = try Self.color(backdrop, plan, resource: content)
        // Dark samples of wide spaces are steep.
        Self.expect(result.color, wanted, within: 0.3)
        #expect(result.profile == Self.spaces[index].profile)
    }

    @Test func `a gray picture is converted by its curve`() throws {
        let content = try Self.plain(.gray, [128.0 / 255]).encoded(
            Self.deep,
            profile: Self.linearGray
        )
        let form = PictureForm(picture: Self.id, frame: Self.frame, mode: .stretch)
        let plan = Plan([Self.pane([Content(.picture(form), ink: .own(1))])])
        let backdrop = try Self.plain(.rgb, [0.2, 0.4, 0.6]).encoded(Self.deep)
        let result = try Self.color(backdrop, plan, resource: content)
        Self.expect(result.color, SIMD3(repeating: 187.84 / 255))
    }

    // MARK: Gray

    @Test func `a gray picture stays in its space as long as it is gray`() throws {
        let file = try Self.plain(.gray, [0.5]).encoded(Self.deep, profile: Self.linearGray)
        let tint = StraightColor(white: 188.0 / 255)
        let result = try Self.color(file, Plan(filters: [.tint(tint)]))
        Self.expect(result.color, SIMD3(repeating: 128.1 / 255), within: 0.5)
        #expect(result.profile == Self.linearGray)
    }

    @Test func `a gray picture becomes one of sRGB under a colored effect`() throws {
        let file = try Self.plain(.gray, [128.0 / 255]).encoded(Self.deep, profile: Self.linearGray)
        var tint = Self.red
        tint.alpha = 0.25
        let result = try Self.color(file, Plan(filters: [.tint(tint)]))
        let wanted = SIMD3(repeating: 187.84 / 255) * 0.75 + Self.values(Self.red) * 0.25
        Self.expect(result.color, wanted)
        #expect(result.profile == nil)
    }

    // MARK: Prices

    @Test func `a conversion is part of the price`() throws {
        let picture = Self.plain(.rgb, [0.35, 0.6, 0.4])
        func estimate(_ profile: [UInt8]?, _ choice: ProfileChoice) throws -> RenderEstimate {
            try Renderer(
                source: SourceImage(
                    bytes: picture.encoded(.jpeg(JPEGOptions()), profile: profile),
                    limits: DecodeLimits()
                ),
                plan: Plan(filters: [.vignette(try Vignette(start: 0.5))]),
                output: OutputOptions(encoding: .png(PNGOptions()), profile: choice),
                limits: DecodeLimits()
            ).estimate
        }
        let plain = try estimate(nil, .srgb)
        #expect(try plain == estimate(nil, .keep))
        let (keep, srgb) = (
            try estimate(Self.displayP3, .keep), try estimate(Self.displayP3, .srgb)
        )
        #expect(srgb.work > keep.work && srgb.memory >= keep.memory + 1 << 20)
        #expect(keep.work == plain.work)
    }
}
