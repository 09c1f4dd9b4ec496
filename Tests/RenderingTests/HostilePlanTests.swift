// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Testing

/// Plans that are made to cost much before anything is rendered.
@Suite struct HostilePlanTests {
    private let size = PixelSize(width: 16_384, height: 16_384)

    private func pane(_ filters: [Filter], _ shapes: [Shape]) -> Pane {
        Pane(
            bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            coverage: PaneCoverage(shapes: shapes),
            filters: filters
        )
    }

    /// Estimates 64 panes, each a step of its own.
    private func estimate(_ pane: (Int) throws -> Pane) throws -> (RenderEstimate, Duration) {
        let file = try Picture.noise(PixelSize(width: 8, height: 8), .rgb).encoded()
        var header = try SourceImage(bytes: file, limits: DecodeLimits()).header
        header.codedSize = size
        let renderer = try Renderer(
            source: SourceImage(bytes: file, header: header),
            plan: Plan(try (0..<64).map { .panes([try pane($0)]) }),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits(maximumSide: 16_384, maximumPixelCount: 1 << 28)
        )
        let clock = ContinuousClock()
        let began = clock.now
        let estimate = renderer.estimate
        return (estimate, clock.now - began)
    }

    /// Optimized they take some two milliseconds; to design every blur took four seconds.
    private let limit = Duration.seconds(1)

    @Test(arguments: [EdgeMode.normalize, .mirror, .clamp])
    func `a thousand blurs are counted without being designed`(edge: EdgeMode) throws {
        let shapes = [
            Shape.rectangle(Rectangle(x: 0, y: 0, width: 16_384, height: 16_384), .square)
        ]
        let (estimate, duration) = try estimate { index in
            let filters = try (0..<16).map { filter in
                let sigma = 1 + Float(index) / 7 + Float(filter) / 13
                return Filter.blur(try GaussianBlur(sigma: sigma, edge: edge))
            }
            return pane(filters, shapes)
        }
        #expect(estimate.work > 64 * 16 * 4 * 3 * size.pixelCount)
        #expect(duration < limit)
    }

    @Test func `lines to blur along are counted without their pixels`() throws {
        let (estimate, duration) = try estimate { index in
            let filters = try (0..<16).map {
                let angle = Double(index * 16 + $0) / 10
                return Filter.motionBlur(try MotionBlur(radius: 250, angle: angle))
            }
            return pane(filters, [])
        }
        #expect(estimate.work > 64 * 16 * 400 * 3 * size.pixelCount)
        #expect(duration < limit)
    }

    @Test func `squares that never meet are counted without going through all bands`() throws {
        let (estimate, duration) = try estimate { index in
            pane((0..<16).map { .pixelate(2 + (index * 16 + $0) % 997) }, [])
        }
        #expect(estimate.work > 64 * 16 * 3 * size.pixelCount)
        #expect(duration < limit)
    }

    @Test func `large outlines are counted without being drawn`() throws {
        let frame = Rectangle(x: 0, y: 0, width: 999_999, height: 999_999)
        let (estimate, duration) = try estimate { _ in
            pane([.color(.invert(1))], [Shape](repeating: .ellipse(frame), count: 64))
        }
        // Each has some 37,000 points. Pictures are kept between groups of panes.
        #expect(estimate.memory > 10 * 64 * 37_000 * 40)
        #expect(duration < limit)
    }
}
