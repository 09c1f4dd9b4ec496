// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Synchronization
import TestSupport
import Testing
import Typesetting

@Suite struct PaneContentsTests {
    let size = PixelSize(width: 52, height: 60)
    let bounds = PixelRect(x: 6, y: 9, width: 40, height: 44)

    /// Waves of color.
    func picture(_ layout: ChannelLayout, _ size: PixelSize? = nil) -> Picture {
        Picture(size ?? self.size, layout) { x, y, channel in
            let wave = sin(Double(x) * (0.2 + 0.1 * Double(channel)) + Double(y) * 0.3)
            let isAlpha = layout.hasAlpha && channel == layout.channelCount - 1
            return UInt16((isAlpha ? 0.6 + 0.4 * wave : 0.5 + 0.5 * wave) * 65_535)
        }
    }

    func rendered(
        _ picture: Picture,
        _ pane: Pane,
        resource: Picture? = nil
    ) throws -> Picture {
        let options = EncodingOptions.png(PNGOptions(bitDepth: .sixteen))
        var resources: [ResourceID: SourceImage] = [:]
        if let resource {
            resources[Self.id] = try SourceImage(
                bytes: try resource.encoded(options),
                limits: DecodeLimits()
            )
        }
        let renderer = try Renderer(
            source: try SourceImage(bytes: try picture.encoded(options), limits: DecodeLimits()),
            plan: Plan([.panes([pane])]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits(),
            resources: resources
        )
        let result = Mutex<[UInt8]>([])
        _ = try renderer.run { chunk in result.withLock { $0 += chunk } }
        return try Picture(decoding: result.withLock { $0 })
    }

    static let id = ResourceID(digest: String(repeating: "a", count: 64))

    func pane(
        _ contents: [Content],
        mask: PaneCoverage.PlacedMask? = nil,
        filters: [Filter] = []
    ) -> Pane {
        Pane(
            bounds: bounds,
            coverage: PaneCoverage(shapes: [], isInverted: true, mask: mask),
            filters: filters,
            contents: contents
        )
    }

    /// Compares a result with what should be at each pixel.
    func expect(
        _ result: Picture,
        _ picture: Picture,
        within tolerance: Double = 1.5,
        _ expected: (_ x: Int, _ y: Int, BlendReference.Sample) -> BlendReference.Sample,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                let sample = BlendReference.Sample(picture.layout) { picture[x, y, $0] }
                let exact = bounds.contains(x, y) ? expected(x, y, sample) : sample
                let actual = BlendReference.Sample(result.layout) { result[x, y, $0] }
                for (a, b) in zip(actual.color, exact.color) {
                    worst = max(worst, abs(a * actual.alpha - b * exact.alpha))
                }
                worst = max(worst, abs(actual.alpha - exact.alpha))
            }
        }
        #expect(worst * 65_535 < tolerance, sourceLocation: sourceLocation)
    }

    // MARK: Inks

    static let inks: [Ink] = [
        .color(StraightColor(red: 0.9, green: 0.2, blue: 0.4)),
        .color(StraightColor(white: 0.1, alpha: 0.3)),
        .vibrant(
            ColorMatrix(
                red: .init(0.9, -0.3, -0.1, 0, 0.44),
                green: .init(-0.15, 0.8, -0.1, 0, 0.44),
                blue: .init(-0.15, -0.3, 1, 0, 0.44)
            ),
            alpha: 0.8
        ),
        .dodged(
            StraightColor(white: 0.45, alpha: 0.9),
            plus: StraightColor(white: 1, alpha: 0.38)
        ),
        .burned(
            StraightColor(red: 0.5, green: 0.6, blue: 0.55, alpha: 0.8),
            minus: StraightColor(white: 0.2, alpha: 0.45)
        ),
    ]

    @Test(arguments: inks, [ChannelLayout.rgb, .gray])
    func `a shape is drawn in each ink`(ink: Ink, layout: ChannelLayout) throws {
        // Edges of half a pixel: half of the ink.
        let frame = Rectangle(x: 10.5, y: 4, width: 20, height: 24.5)
        let picture = picture(layout)
        let content = Content(.shape(.rectangle(frame, .square)), ink: ink)
        let result = try rendered(picture, pane([content]))
        expect(result, picture) { x, y, beneath in
            let columns = min(Double(x + 1), frame.maxX) - max(Double(x), frame.x)
            let rows = min(Double(y + 1), frame.maxY) - max(Double(y), frame.y)
            let coverage = max(0, columns) * max(0, rows)
            let backdrop = StraightColor(
                red: beneath.color[0],
                green: beneath.color[1],
                blue: beneath.color[2]
            )
            let inked = ink.color(over: backdrop)
            return BlendReference.Sample(
                color: zip(beneath.color, [inked.red, inked.green, inked.blue]).map {
                    $0 + ($1 - $0) * coverage
                },
                alpha: 1
            )
        }
    }

    @Test func `contents are drawn on what was filtered, one on the other`() throws {
        let picture = picture(.rgb)
        let half = Rectangle(x: 0, y: 0, width: 26, height: 60)
        let matrix = try #require(
            Self.inks.compactMap { if case .vibrant(let matrix, _) = $0 { matrix } else { nil } }
                .first
        )
        let contents = [
            Content(
                .shape(.rectangle(half, .square)),
                ink: .color(StraightColor(red: 0.2, green: 0.7, blue: 0.1, alpha: 0.5))
            ),
            Content(
                .shape(.rectangle(Rectangle(x: 0, y: 20, width: 60, height: 60), .square)),
                ink: .vibrant(matrix, alpha: 1)
            ),
        ]
        let result = try rendered(picture, pane(contents, filters: [.color(.invert(1))]))
        expect(result, picture, within: 2) { x, y, beneath in
            var color = beneath.color.map { 1 - $0 }
            if x < 26 { color = zip(color, [0.2, 0.7, 0.1]).map { ($0 + $1) / 2 } }
            let sample = BlendReference.Sample(color: color, alpha: 1)
            return y < 20 ? sample : PaneReference.mixed(sample, matrix)
        }
    }

    private static let text = TextForm(
        text: "Ag",
        family: "DejaVu Sans",
        size: 24,
        frame: Rectangle(x: 8, y: 12, width: 50, height: 40)
    )

    private static let hasFonts = (try? TextRaster.extents(of: text)) != nil

    @Test(.enabled(if: hasFonts, "needs libpangocairo-1.0-0 and fonts-dejavu-core"))
    func `a text is drawn in an ink`() throws {
        let picture = picture(.rgb)
        let red = StraightColor(red: 1, green: 0, blue: 0)
        let result = try rendered(picture, pane([Content(.text(Self.text), ink: .color(red))]))
        let plane = try TextRaster.draw(Self.text, in: bounds)
        var ink = 0
        expect(result, picture) { x, y, beneath in
            guard plane.rect.contains(x, y) else { return beneath }
            let alpha = Double(plane.row(y)[x - plane.rect.x]) / 255
            if alpha > 0 { ink += 1 }
            return BlendReference.Sample(
                color: zip(beneath.color, [1, 0, 0]).map { $0 + ($1 - $0) * alpha },
                alpha: 1
            )
        }
        #expect(ink > 50)
    }

    @Test(.enabled(if: hasFonts, "needs libpangocairo-1.0-0 and fonts-dejavu-core"))
    func `a text that cannot be drawn is an error before the first row`() throws {
        var form = Self.text
        form.runs[0].family = "no such family"
        let ink = Ink.color(StraightColor(white: 0))
        #expect(throws: RenderError.text(.unknownFamily("no such family"))) {
            try rendered(picture(.rgb), pane([Content(.text(form), ink: ink)]))
        }
    }
}

extension PixelRect {
    fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
        columns.contains(x) && rows.contains(y)
    }
}
