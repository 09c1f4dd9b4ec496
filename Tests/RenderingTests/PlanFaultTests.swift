// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// Plans that cannot be applied to a picture.
@Suite struct PlanFaultTests {
    private static let size = PixelSize(width: 20, height: 10)

    private static let bounds = PixelRect(x: 2, y: 2, width: 8, height: 8)

    private static let missing = ResourceID(digest: "none")

    private static func pane(
        _ bounds: PixelRect = bounds,
        _ filters: [Filter] = [.color(.invert(1))],
        mask: Mask? = nil
    ) -> Pane {
        let frame = Rectangle(x: 2, y: 2, width: 8, height: 8)
        return Pane(
            bounds: bounds,
            coverage: PaneCoverage(
                shapes: [.rectangle(frame, .square)],
                mask: mask.map { PaneCoverage.PlacedMask($0, frame: frame) }
            ),
            filters: filters
        )
    }

    private func render(_ plan: Plan) throws {
        let file = try Picture.noise(Self.size, .rgb).encoded()
        _ = try Renderer(
            source: SourceImage(bytes: file, limits: DecodeLimits()),
            plan: plan,
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
    }

    private static func panes(_ pane: Pane) -> Plan { Plan([.panes([pane])]) }

    @Test func `names the picture of a mask that is missing`() throws {
        let mask = Mask(Self.missing, channel: .alpha)
        let plans = [
            Self.panes(Self.pane(mask: mask)),
            Plan(filters: [.variableBlur(try VariableBlur(sigma: 4, mask: mask))]),
        ]
        for plan in plans {
            #expect(throws: RenderError.plan(.missingPicture(Self.missing))) { try render(plan) }
        }
    }

    @Test(
        arguments: [
            PixelRect(x: -1, y: 2, width: 8, height: 8), PixelRect(x: 2, y: 3, width: 8, height: 8),
            PixelRect(x: 13, y: 0, width: 8, height: 8), PixelRect(x: 2, y: 2, width: 0, height: 8),
            PixelRect(x: 2, y: 2, width: .max, height: .max),
        ]
    )
    func `names a pane that is not inside of the picture`(bounds: PixelRect) throws {
        #expect(throws: RenderError.plan(.paneOutside(bounds))) {
            try render(Self.panes(Self.pane(bounds)))
        }
    }

    @Test func `names a pane whose filters enlarge it`() throws {
        let blur = Filter.blur(try GaussianBlur(sigma: 3, edge: .expand))
        #expect(throws: RenderError.plan(.growingPane(Self.bounds))) {
            try render(Self.panes(Self.pane(Self.bounds, [blur])))
        }
    }

    @Test func `adds alpha to rows for a stage that changes it`() throws {
        let opaque = ConstantSource<Straight>(Self.size, .gray)
        let vignette = try Vignette(start: 0.5)
        #expect(VignetteStage(RowsWithAlpha(opaque), vignette: vignette).layout == .grayAlpha)
        let shadow = try DropShadow(
            offset: Point(x: 1, y: 1),
            sigma: 1,
            color: StraightColor(white: 0)
        )
        #expect(ShadowStage(RowsWithAlpha(opaque), shadow: shadow).layout == .grayAlpha)
    }
}
