// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import TestSupport
import Testing
import Typesetting

/// What is decided about texts before anything is rendered.
@Suite struct TextDecisionTests {
    private static let hasFonts = (try? TextRaster.identity()) != nil

    private func renderer(_ contents: [Content]) throws -> Renderer {
        let picture = Picture(PixelSize(width: 8, height: 8), .rgb) { _, _, _ in 0 }
        let bytes = try picture.encoded(.png(PNGOptions()))
        let pane = Pane(
            bounds: PixelRect(x: 0, y: 0, width: 8, height: 8),
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: [.color(.saturate(0))],
            contents: contents
        )
        return try Renderer(
            source: try SourceImage(bytes: bytes, limits: DecodeLimits()),
            plan: Plan([.panes([pane])]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
    }

    private func content(_ text: String, frame: Rectangle) -> Content {
        let form = TextForm(text: text, family: "DejaVu Sans", size: 24, frame: frame)
        return Content(.text(form), ink: .color(StraightColor(white: 1)))
    }

    private let frame = Rectangle(x: 0, y: 0, width: 8, height: 8)

    @Test func `depends on no fonts without a text`() throws {
        #expect(try renderer([]).typesetting == nil)
    }

    @Test(.enabled(if: hasFonts, "needs libpangocairo-1.0-0 and fonts-dejavu-core"))
    func `says which fonts a text depends on`() throws {
        let typesetting = try renderer([content("a", frame: frame)]).typesetting
        #expect(typesetting == (try TextRaster.identity()))
    }

    @Test func `refuses a text before its place is looked for`() {
        var frame = frame
        frame.x = .nan
        #expect(throws: RenderError.text(.outOfRange(.frame))) {
            try renderer([content("a", frame: frame)])
        }
        #expect(throws: RenderError.text(.emptyText)) {
            try renderer([content("", frame: self.frame)])
        }
    }
}
