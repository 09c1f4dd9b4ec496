// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs
@testable import Effects
@testable import Rendering

/// Results in sRGB, whatever the space of the picture.
extension WorkingSpaceTests {
    @Test(arguments: 1..<3)
    func `a picture is converted to sRGB before its effects`(index: Int) throws {
        let color = SIMD3(0.35, 0.6, 0.4)
        let file = try Self.plain(.rgb, [color.x, color.y, color.z])
            .encoded(Self.deep, profile: Self.spaces[index].profile)
        var tint = Self.red
        tint.alpha = 0.5
        let output = OutputOptions(encoding: Self.deep, profile: .srgb)
        let result = try Self.color(file, Plan(filters: [.tint(tint)]), output)
        let converted = Self.spaces[index].css.convert(color, to: .srgb)
        Self.expect(result.color, converted * 0.5 + Self.values(Self.red) * 0.5, within: 0.3)
        #expect(result.profile == nil)
    }

    @Test func `a JPEG with a profile leaves its planes for sRGB, and no other does`() throws {
        let picture = Picture.noise(PixelSize(width: 96, height: 64), .rgb)
        let plan = Plan(filters: [.blur(try GaussianBlur(sigma: 8))])
        for profile in [nil, Self.displayP3] {
            for choice in ProfileChoice.allCases {
                let file = try picture.encoded(.jpeg(JPEGOptions()), profile: profile)
                let renderer = try Renderer(
                    source: SourceImage(bytes: file, limits: DecodeLimits()),
                    plan: plan,
                    output: OutputOptions(encoding: .jpeg(JPEGOptions()), profile: choice),
                    limits: DecodeLimits()
                )
                #expect(try renderer.route.isPlanes == (profile == nil || choice == .keep))
                #expect(renderer.replacesSpace == (profile != nil && choice == .srgb))
            }
        }
    }

    @Test func `results in sRGB have keys of their own`() {
        let keep = OutputOptions(encoding: .jpeg(JPEGOptions()))
        let srgb = OutputOptions(encoding: .jpeg(JPEGOptions()), profile: .srgb)
        #expect(!keep.description.contains("profile"))
        #expect(srgb.description.contains("profile srgb"))
    }

    @Test func `a turned picture is converted with 16 bits`() throws {
        let file = try Self.plain(.rgb, [0.35, 0.6, 0.4]).encoded(profile: Self.displayP3)
        var header = try SourceImage(bytes: file, limits: DecodeLimits()).header
        header.orientation = .rightTop
        let output = OutputOptions(encoding: .png(PNGOptions()), profile: .srgb)
        let planner = StagePlanner(header: header, plan: Plan([]), output: output, resources: [:])
        let kept = StagePlanner(
            header: header,
            plan: Plan([]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            resources: [:]
        )
        #expect(planner.stages.byteCount() > kept.stages.byteCount())
    }
}
