// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Testing

/// The density of color samples that a render chooses by its image and its plan.
@Suite struct SubsamplingChoiceTests {
    private let size = PixelSize(width: 64, height: 48)

    private func choice(
        _ bytes: [UInt8],
        _ plan: Plan = Plan([]),
        quality: Int = 82
    ) throws -> JPEGOptions.Subsampling? {
        let renderer = try Renderer(
            source: try SourceImage(bytes: bytes, limits: DecodeLimits()),
            plan: plan,
            output: OutputOptions(encoding: .jpeg(JPEGOptions(quality: quality))),
            limits: DecodeLimits()
        )
        guard case .jpeg(let options) = renderer.output.encoding else { return nil }
        return options.subsampling
    }

    private var drawing: [UInt8] {
        get throws {
            try Picture(size, .rgb) { x, y, channel in
                x / 8 == y / 8 ? (channel == 0 ? 60_000 : 9_000) : 30_000
            }.encoded()
        }
    }

    private var photo: [UInt8] {
        get throws { try Picture.noise(size, .rgb).encoded() }
    }

    private func panes(_ form: Content.Form) -> Plan {
        let bounds = PixelRect(x: 0, y: 0, width: 64, height: 48)
        let shape = Shape.rectangle(Rectangle(x: 0, y: 0, width: 64, height: 48), .square)
        let content = Content(form, ink: .color(StraightColor(white: 1)))
        let coverage = PaneCoverage(shapes: [shape])
        return Plan([
            .panes([Pane(bounds: bounds, coverage: coverage, filters: [], contents: [content])])
        ])
    }

    @Test func `a drawing without loss keeps all color samples, a photo does not`() throws {
        #expect(try choice(drawing) == .s444)
        #expect(try choice(photo) == .s420)
        #expect(try choice(photo, quality: 90) == .s444)
    }

    @Test func `a blur needs fewer color samples`() throws {
        let blur = Plan(blur: try GaussianBlur(sigma: 8), saturate: nil)
        #expect(try choice(drawing, blur) == .s420)
        #expect(try choice(photo, blur, quality: 95) == .s420)
        let weak = Plan(blur: try GaussianBlur(sigma: 1), saturate: nil)
        #expect(try choice(drawing, weak) == .s444)
    }

    @Test func `shapes on a photo keep all color samples, a shadow does not`() throws {
        let shape = Shape.ellipse(Rectangle(x: 8, y: 8, width: 20, height: 20))
        #expect(try choice(photo, panes(.shape(shape))) == .s444)
        let shadow = Content.Form.shadow(shape, sigma: 3, isInside: false)
        #expect(try choice(photo, panes(shadow)) == .s420)
        let group = Content(.shape(shape), ink: .color(StraightColor(white: 1)))
        #expect(try choice(photo, panes(.group([group]))) == .s444)
    }
}
